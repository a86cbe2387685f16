"""What an honest run must withstand, point by point, and the test that shows it; a point whose test is gone fails."""

# ruff: noqa: E501 - the names of tests are sentences

from __future__ import annotations

from pathlib import Path

from tests.rows import each_row

TESTS = Path(__file__).parent.parent
POINTS = {
    "a result edited by hand": "cli/test_forged_results.py::test_an_edited_file_is_refused_with_or_without_its_seal",
    "a store edited by hand": "cli/test_forged_results.py::test_an_edited_verdict_in_the_store_is_refused",
    "copies of a right case": "cases/test_copies.py::test_a_run_on_copies_is_refused_and_their_recorded_answers_do_not_count",
    "os._exit in a function": "cli/test_run_of_a_function.py::test_a_function_that_ends_its_process_leaves_the_run_incomplete",
    "versions that move": "runs/test_pinning.py::test_a_name_that_moves_pins_nothing",
    "a document of one thing": "values/test_hostile.py::test_a_text_of_one_unit_repeated_is_answered_by_every_kind",
    "a flood of problems": "cases/test_sixty_mistakes.py::test_the_command_prints_the_first_twenty_messages_and_counts_all_sixty",
    "a server left behind": "store/test_server_of_the_tests.py::test_what_a_killed_test_run_started_does_not_outlive_it",
    "false gold in a run": "service/test_gold_first.py::test_a_run_on_false_gold_is_refused_before_the_first_call",
    "false gold in a score": "service/test_gold_first.py::test_recorded_outputs_are_scored_but_for_the_case_with_false_gold",
    "gold that is confirmed": "service/test_gold_first.py::test_a_person_overrules_the_checker_by_name_and_every_report_says_so",
    "the store of another folder": "cli/test_store_place.py::test_a_hallucination_stands_in_the_way_from_another_folder_too",
    "a failed gate without owner": "cli/test_remediate.py::test_a_failed_gate_is_open_until_a_later_run_passes_it",
    "a faulty server": "end_to_end/test_bad_servers.py::test_two_thousand_samples_with_thirty_per_cent_of_everything_end_as_two_thousand_records",
    "kill -9": "end_to_end/test_killed_runs.py::test_twenty_kills_change_nothing_and_repeat_at_most_what_was_under_way",
    "two resumes": "end_to_end/test_killed_runs.py::test_of_two_resumes_at_once_one_goes_on_and_nothing_is_asked_twice",
    "PostgreSQL killed": "end_to_end/test_killed_runs.py::test_a_killed_postgres_ends_the_run_and_the_next_one_goes_on",
    "a full disk": "end_to_end/test_bad_stores.py::test_a_full_disk_ends_the_run_and_room_lets_it_go_on",
    "an error nobody foresaw": "cli/test_app.py::test_an_error_that_nobody_foresaw_is_one_sentence_with_a_code_of_its_own_and_its_trace_in_a_file",
    "an empty reply": "adapters/test_answers.py::test_an_empty_reply_is_no_answer",
    "a suite that claims less": "runs/test_recorded.py::test_a_suite_that_claims_less_than_its_cases_hold_is_not_scored",
    "fewer than three repeats": "runs/test_recorded.py::test_a_release_on_fewer_than_three_repeats_says_so_in_its_verdict",
    "bounds beside zeros": "reports/test_bound_words.py::test_report_summary_and_certificate_print_the_bound",
    "the digest of the answers": "service/test_running.py::test_every_kind_of_run_is_bound_to_the_digest_of_its_answers",
    "the first failure told": "cli/test_run.py::test_the_first_failure_of_a_target_is_told_in_its_own_words",
    "the bound on repeats": "cli/test_run.py::test_a_number_of_repeats_out_of_bounds_is_refused",
    "terminal codes in tables": "cli/test_run.py::test_no_text_can_steer_a_terminal_through_a_table",
    "a changed document": "service/test_running.py::test_a_document_that_changes_while_a_target_is_asked_ends_the_run",
    "the guard": "conformance/test_guard_vectors.py::test_the_guard_names_what_shows_without_gold_and_sends_nothing_else",
}  # fmt: skip


@each_row("point", POINTS)
def test_every_point_has_its_test(point: str) -> None:
    file, _, name = POINTS[point].partition("::")
    assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8")
