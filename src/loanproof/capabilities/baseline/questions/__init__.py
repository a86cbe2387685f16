"""Answer questions without a model: whole sentences of the document with citations, or the prescribed refusal."""

from loanproof.capabilities.baseline.questions.answering import QuestionAnswerer
from loanproof.capabilities.baseline.questions.expectation import Part, Question, Wanted, read_question
from loanproof.capabilities.baseline.questions.refusal import refuse
from loanproof.capabilities.baseline.questions.support import THRESHOLDS, Thresholds

__all__ = ["THRESHOLDS", "Part", "Question", "QuestionAnswerer", "Thresholds", "Wanted", "read_question", "refuse"]
