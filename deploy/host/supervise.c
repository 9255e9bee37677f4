#include "supervise.h"

#include <stdio.h>
#include <string.h>

#include "platform.h"
#include "versions.h"

#define DELAY_MIN_MS 1000u
#define DELAY_MAX_MS 60000u
/* An agent that lived this long starts again without a growing delay. */
#define STEADY_MS 60000

enum outcome { RESTART, CRASHED, FAILED_TRIAL, STOPPED };

static enum outcome stop_agent(const char *version)
{
    log_line("agent %s stopped with exit code %d", version, agent_stop());
    return STOPPED;
}

static enum outcome exited(const char *version, int exit_code)
{
    log_line("agent %s exited with code %d", version, exit_code);
    return exit_code == EXIT_RESTART ? RESTART : CRASHED;
}

/* Whether the agent is as it was at the last check. */
static bool stands_still(const struct versions *versions, const char *version, char last[ALIVE_SIZE])
{
    char alive[ALIVE_SIZE];
    if (!versions_alive(versions, version, alive)) return false;
    bool same = strcmp(alive, last) == 0;
    strcpy(last, alive);
    return same;
}

/* Runs a kept version until it exits, hangs or the host stops. */
static enum outcome wait_for_end(const struct versions *versions, const char *version)
{
    char last[ALIVE_SIZE] = "";
    int failed_checks = 0, exit_code = 0;
    while (failed_checks < MOST_FAILED_CHECKS || !versions_note_hang(versions, version)) {
        enum agent_event event = agent_wait(ALIVE_CHECK_MS, &exit_code);
        if (event == AGENT_EXITED) return exited(version, exit_code);
        if (event == HOST_MUST_STOP) return stop_agent(version);
        failed_checks = stands_still(versions, version, last) ? failed_checks + 1 : 0;
    }
    log_line("agent %s hangs and is ended", version);
    agent_stop();
    return CRASHED;
}

enum trial { PASSED, FAILED, INTERRUPTED };

/* Watches an update in quarters of its trial, and stops one that fails without an exit. It must be connected by the end of the fourth quarter
 * and run for two more quarters since it was: a version that dies or hangs soon after it connects fails, however late that is. */
static enum trial watch_trial(const struct versions *versions, const char *version, char reason[REASON_SIZE])
{
    char last[ALIVE_SIZE] = "";
    int checks = 0, connected_checks = 0, failed_checks = 0, exit_code = 0;
    do {
        enum agent_event event = agent_wait(TRIAL_CHECK_MS, &exit_code);
        if (event == HOST_MUST_STOP) return INTERRUPTED;
        if (event == AGENT_EXITED) {
            snprintf(reason, REASON_SIZE, "it ended during its trial with exit code %d", exit_code);
            return FAILED;
        }
        checks++;
        if (versions_is_healthy(versions, version)) connected_checks++;
        /* an agent shows that it is alive more slowly than a short trial asks */
        bool failed = TRIAL_CHECK_MS >= ALIVE_CHECK_MS && stands_still(versions, version, last);
        failed_checks = failed ? failed_checks + 1 : 0;
        if (failed_checks == MOST_FAILED_CHECKS_ON_TRIAL) {
            snprintf(reason, REASON_SIZE, "it hung during its trial");
            agent_stop();
            return FAILED;
        }
    } while (checks < TRIAL_CHECKS || failed_checks > 0 || (connected_checks > 0 && connected_checks < CONNECTED_CHECKS));
    if (connected_checks > 0) return PASSED;
    snprintf(reason, REASON_SIZE, "it was not connected at the end of its trial");
    agent_stop();
    return FAILED;
}

static enum outcome run_trial(struct versions *versions, const char *version)
{
    char reason[REASON_SIZE] = "";
    switch (watch_trial(versions, version, reason)) {
    case PASSED:
        versions_keep(versions, version);
        log_line("agent %s passed its trial", version);
        return wait_for_end(versions, version);
    case INTERRUPTED:
        /* next.txt stays: the trial begins again with the host */
        return stop_agent(version);
    default:
        log_line("agent %s failed its trial (%s), going back", version, reason);
        versions_roll_back(versions, version, reason);
        return FAILED_TRIAL;
    }
}

static enum outcome run(struct versions *versions, const char *version, enum choice choice)
{
    char folder[PATH_SIZE];
    versions_folder(versions, version, folder, sizeof folder);
    versions_forget_alive(versions, version);
    if (agent_start(versions->data, folder)) {
        log_line("agent %s started%s", version, choice == RUN_TRIAL ? " on trial" : "");
        return choice == RUN_TRIAL ? run_trial(versions, version) : wait_for_end(versions, version);
    }
    log_line("agent %s cannot be started", version);
    if (choice == RUN_CURRENT) return CRASHED;
    versions_roll_back(versions, version, "it could not be started");
    return FAILED_TRIAL;
}

static unsigned doubled(unsigned delay)
{
    return delay * 2 > DELAY_MAX_MS ? DELAY_MAX_MS : delay * 2;
}

void supervise(const char *data)
{
    struct versions versions;
    unsigned delay = DELAY_MIN_MS;
    versions_open(&versions, data);
    do {
        char version[VERSION_SIZE];
        long long started = now_ms();
        enum choice choice = versions_choose(&versions, version);
        enum outcome outcome = choice == NO_VERSION ? CRASHED : run(&versions, version, choice);
        if (outcome == STOPPED) return;
        if (choice == NO_VERSION) log_line("current.txt names no installed version");
        if (outcome != CRASHED || now_ms() - started >= STEADY_MS) delay = DELAY_MIN_MS;
        if (stop_requested_within(delay)) return;
        if (outcome == CRASHED) delay = doubled(delay);
    } while (true);
}
