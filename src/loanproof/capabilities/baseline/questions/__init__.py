"""Questions without a model: an answer of whole sentences with citations, or the prescribed refusal."""

from loanproof.capabilities.baseline.questions.answering import QuestionAnswerer
from loanproof.capabilities.baseline.questions.expectation import Part, Question, Wanted, read_question

__all__ = ["Part", "Question", "QuestionAnswerer", "Wanted", "read_question"]
