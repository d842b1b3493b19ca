"""Feedback: what a model called, and what was learned from it."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from toolrag.api.wire.base import Asking, CatalogueName
from toolrag.domain.tool import Learned
from toolrag.journeys.learn import Feedback, Lesson, Outcome


class FeedbackRequest(Asking):
    """What the model really called for a turn."""

    catalogue: CatalogueName = "default"
    used: list[str] = Field(min_length=1, max_length=30, description="Ids that were called.")
    offered: list[str] = Field(
        default_factory=list, max_length=30, description="Ids that could have been called."
    )

    def feedback(self) -> Feedback:
        """Return the request as a journey takes it.

        Raises:
            QueryInvalidError: when `messages` has no text of a user.
        """
        request, _ = self.asked()
        return Feedback(
            request=request,
            used=tuple(self.used),
            offered=tuple(self.offered),
            catalogue=self.catalogue,
        )


class LessonModel(BaseModel):
    """What became of a feedback for one tool."""

    id: str
    outcome: Outcome
    utterances: int = Field(description="How many utterances the tool has learned.")


class FeedbackResponse(BaseModel):
    """What was learned, tool by tool."""

    lessons: list[LessonModel]

    @classmethod
    def of(cls, lessons: Sequence[Lesson]) -> "FeedbackResponse":
        """Return the model of some lessons."""
        return cls(
            lessons=[
                LessonModel(id=x.tool_id, outcome=x.outcome, utterances=x.utterances)
                for x in lessons
            ]
        )


class UtteranceModel(BaseModel):
    """An utterance that use has taught a tool."""

    id: str = Field(description="The tool.")
    text: str
    count: int
    first_at: float = Field(description="Seconds since the epoch, UTC.")
    last_at: float = Field(description="Seconds since the epoch, UTC.")


class LearnedModel(BaseModel):
    """Everything that a catalogue has learned."""

    utterances: list[UtteranceModel]

    @classmethod
    def of(cls, found: Sequence[tuple[str, Sequence[Learned]]]) -> "LearnedModel":
        """Return the model of what some tools have learned."""
        return cls(
            utterances=[
                UtteranceModel(
                    id=tool_id, text=x.text, count=x.count, first_at=x.first_at, last_at=x.last_at
                )
                for tool_id, learned in found
                for x in learned
            ]
        )
