#!/usr/bin/env bash
# What the GitHub action runs: annotations, a SARIF file and the job's summary, from one set of
# options. The exit code is that of the annotations' run; the other two never fail by findings.
set -uo pipefail

toolrag="${TOOLRAG:-$RUNNER_TEMP/toolrag/bin/toolrag}"
read -r -a paths <<<"${LINT_PATHS:-.}"
read -r -a options <<<"${LINT_ARGS:-}"
if [[ -n "${LINT_DIFF:-}" ]]; then
  options+=(--diff "$LINT_DIFF")
fi

sarif="$RUNNER_TEMP/toolrag.sarif"
"$toolrag" lint "${paths[@]}" "${options[@]}" --fail-on never --format sarif --output "$sarif" 2>/dev/null &&
  echo "sarif-file=$sarif" >>"$GITHUB_OUTPUT"
"$toolrag" lint "${paths[@]}" "${options[@]}" --fail-on never --format markdown \
  2>/dev/null >>"$GITHUB_STEP_SUMMARY" || true
"$toolrag" lint "${paths[@]}" "${options[@]}" --fail-on "${LINT_FAIL_ON:-warning}" --format github
