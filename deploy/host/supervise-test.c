/* The supervisor on a simulated platform: files in memory, agents with a given behavior, a clock that jumps, and a power failure at any step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "supervise.h"
#include "versions.h"

#define CHECK(condition) check(condition, #condition, __LINE__)
#define NEVER (-1)

enum behavior {
    WORKS, CANNOT_START, CRASHES, NEVER_HEALTHY, DIES_AFTER_30_S, CONNECTS_LATE_AND_DIES, HANGS_AFTER_20_S, ASKS_FOR_RESTARTS,
    BEHAVIORS,
    CONNECTS_LATE, STAYS_ALIVE, HANGS_AFTER_100_S
};

static const char *const data = "data";
static const char *const old_version = "1.0.0", *const new_version = "2.0.0";

static struct { char path[80], text[80]; } files[16];
static enum behavior behavior_of_old, behavior_of_new;
static bool disk_is_full;

static long long now, stop_at;
static int steps_to_power_failure;
static jmp_buf power_failure;

static struct { char version[40]; enum behavior behavior; long long started; } agent;
static long long starts[100];
static int start_count;

static void check(bool holds, const char *condition, int line)
{
    if (holds) return;
    fprintf(stderr, "line %d: %s (update %d, step %d)\n", line, condition, behavior_of_new, steps_to_power_failure);
    exit(1);
}

/* --- platform --- */

static void step(void)
{
    if (steps_to_power_failure != NEVER && steps_to_power_failure-- == 0) longjmp(power_failure, 1);
}

static int find(const char *path)
{
    for (int i = 0; i < 16; i++)
        if (strcmp(files[i].path, path) == 0) return i;
    return -1;
}

static void put(const char *path, const char *text)
{
    int i = find(path) >= 0 ? find(path) : find("");
    snprintf(files[i].path, sizeof files[i].path, "%s", path);
    snprintf(files[i].text, sizeof files[i].text, "%s", text);
}

bool file_exists(const char *path)
{
    return find(path) >= 0;
}

bool file_read(const char *path, char *text, size_t size)
{
    int i = find(path);
    if (i < 0) return false;
    snprintf(text, size, "%s", files[i].text);
    return true;
}

bool file_replace(const char *path, const char *text)
{
    step();
    if (disk_is_full) return false;
    put(path, text);
    step();
    return true;
}

void file_remove(const char *path)
{
    step();
    if (find(path) >= 0) files[find(path)].path[0] = '\0';
    step();
}

long long now_ms(void)
{
    return now;
}

void log_line(const char *format, ...)
{
    (void)format;
}

bool stop_requested_within(unsigned ms)
{
    step();
    now = now + ms < stop_at ? now + ms : stop_at;
    return now >= stop_at;
}

bool agent_start(const char *folder_of_data, const char *version_folder)
{
    (void)folder_of_data;
    step();
    snprintf(agent.version, sizeof agent.version, "%s", strrchr(version_folder, '/') + 1);
    agent.behavior = strcmp(agent.version, old_version) == 0 ? behavior_of_old : behavior_of_new;
    if (start_count < 100) starts[start_count++] = now;
    agent.started = now;
    step();
    return agent.behavior != CANNOT_START;
}

static long long exit_of_agent(void)
{
    switch (agent.behavior) {
    case CRASHES: return agent.started + 10;
    case DIES_AFTER_30_S: return agent.started + 30000;
    case CONNECTS_LATE_AND_DIES: return agent.started + TRIAL_MS + 25000;
    case ASKS_FOR_RESTARTS: return agent.started + 20;
    default: return stop_at + 1;
    }
}

/* Returns how long after its start an agent is connected. */
static long long connects_after(enum behavior behavior)
{
    switch (behavior) {
    case WORKS: case DIES_AFTER_30_S: case HANGS_AFTER_20_S: return 5000;
    case CONNECTS_LATE: case CONNECTS_LATE_AND_DIES: return TRIAL_MS - 100;
    default: return stop_at + 1;
    }
}

static void become_healthy(void)
{
    char path[80];
    if (now < agent.started + connects_after(agent.behavior)) return;
    snprintf(path, sizeof path, "data/versions/%.20s/healthy", agent.version);
    put(path, "");
}

/* Returns how long an agent shows that it is alive; NEVER if it never does. */
static long long alive_for(enum behavior behavior)
{
    switch (behavior) {
    case STAYS_ALIVE: return stop_at;
    case HANGS_AFTER_20_S: return 20000;
    case HANGS_AFTER_100_S: return 100000;
    default: return NEVER;
    }
}

static void show_alive(void)
{
    char path[80], text[24];
    long long limit = alive_for(agent.behavior), age = now - agent.started;
    if (limit == NEVER) return;
    snprintf(path, sizeof path, "data/versions/%.20s/alive", agent.version);
    snprintf(text, sizeof text, "%lld", age < limit ? age : limit);
    put(path, text);
}

enum agent_event agent_wait(unsigned ms, int *exit_code)
{
    long long until = ms == FOREVER ? stop_at : now + ms, end = exit_of_agent();
    step();
    now = end < until ? end : until;
    if (now > stop_at) now = stop_at;
    become_healthy();
    show_alive();
    step();
    *exit_code = agent.behavior == ASKS_FOR_RESTARTS ? EXIT_RESTART : 3;
    if (now >= end) return AGENT_EXITED;
    return now >= stop_at ? HOST_MUST_STOP : AGENT_STILL_RUNS;
}

int agent_stop(void)
{
    step();
    return 0;
}

/* --- tests --- */

static void install(enum behavior of_old, enum behavior of_new)
{
    memset(files, 0, sizeof files);
    behavior_of_old = of_old;
    behavior_of_new = of_new;
    disk_is_full = false;
    start_count = 0;
    put("data/versions/1.0.0/agent", "");
    put("data/versions/2.0.0/agent", "");
    put("data/versions/2.0.0/healthy", "of an earlier trial");
    put("data/current.txt", old_version);
}

/* Runs the host for ten minutes, or until the power fails after so many steps. Returns whether it failed. */
static bool run_host(int steps)
{
    stop_at = now + 600000;
    steps_to_power_failure = steps;
    if (setjmp(power_failure) != 0) return true;
    supervise(data);
    return false;
}

static bool names(const char *path, const char *version)
{
    return find(path) >= 0 && strcmp(files[find(path)].text, version) == 0;
}

static bool names_failed(const char *reason)
{
    char text[80];
    snprintf(text, sizeof text, "%s\n%s", new_version, reason);
    return names("data/failed.txt", text);
}

static void check_update(enum behavior behavior)
{
    static const char *const reasons[] = {
        [CANNOT_START] = "it could not be started",
        [CRASHES] = "it ended during its trial with exit code 3",
        [NEVER_HEALTHY] = "it was not connected at the end of its trial",
        [DIES_AFTER_30_S] = "it ended during its trial with exit code 3",
        [CONNECTS_LATE_AND_DIES] = "it ended during its trial with exit code 3",
        [HANGS_AFTER_20_S] = "it hung during its trial",
        [ASKS_FOR_RESTARTS] = "it ended during its trial with exit code 75",
    };
    const char *expected = behavior == WORKS ? new_version : old_version;
    CHECK(strcmp(agent.version, expected) == 0);
    CHECK(names("data/current.txt", expected));
    CHECK(!file_exists("data/next.txt"));
    CHECK(behavior == WORKS || names_failed(reasons[behavior]));
}

static int power_failures_in_update(enum behavior behavior)
{
    int failures = 0;
    for (int first = 0;; first++) {
        for (int second = 0;; second++) {
            install(WORKS, behavior);
            put("data/next.txt", new_version);
            bool failed = run_host(first);
            if (!failed) {
                check_update(behavior);
                return failures;
            }
            bool failed_again = run_host(second);
            if (failed_again) run_host(NEVER);
            check_update(behavior);
            failures++;
            if (!failed_again) break;
        }
    }
}

static void failed_updates_end_soon(void)
{
    for (enum behavior behavior = CANNOT_START; behavior < BEHAVIORS; behavior++) {
        install(WORKS, behavior);
        put("data/next.txt", new_version);
        long long began = now;
        run_host(NEVER);
        CHECK(start_count == 2);
        CHECK(starts[1] - began <= 120000);
    }
}

static void update_that_connects_late_is_kept(void)
{
    install(WORKS, CONNECTS_LATE);
    put("data/next.txt", new_version);
    run_host(NEVER);
    CHECK(names("data/current.txt", new_version));
    CHECK(start_count == 1);
}

static void crashes_slow_down(void)
{
    static const long long expected[] = {1, 2, 4, 8, 16, 32, 60, 60};
    install(CRASHES, WORKS);
    run_host(NEVER);
    for (int i = 0; i < 8; i++) CHECK((starts[i + 1] - starts[i]) / 1000 == expected[i]);
}

static void requested_restarts_do_not(void)
{
    install(ASKS_FOR_RESTARTS, WORKS);
    run_host(NEVER);
    for (int i = 0; i < 90; i++) CHECK((starts[i + 1] - starts[i]) / 1000 == 1);
}

static void full_disk_tries_an_update_once(void)
{
    install(WORKS, CRASHES);
    put("data/next.txt", new_version);
    disk_is_full = true;
    run_host(NEVER);
    CHECK(strcmp(agent.version, old_version) == 0);
    CHECK(start_count == 2);
}

static void only_installed_versions_start(void)
{
    static const char *const names_of_none[] = {"", "../2.0.0", "2.0.0/../2.0.0", ".", "3.0.0", "a version with a very long name, which fits nowhere"};
    for (int i = 0; i < 6; i++) {
        install(WORKS, WORKS);
        put("data/next.txt", names_of_none[i]);
        run_host(NEVER);
        CHECK(strcmp(agent.version, old_version) == 0);
        put("data/current.txt", names_of_none[i]);
        start_count = 0;
        run_host(NEVER);
        CHECK(start_count == 0);
    }
}

static void failed_version_is_not_tried_again(void)
{
    install(WORKS, WORKS);
    put("data/failed.txt", new_version);
    put("data/next.txt", new_version);
    run_host(NEVER);
    CHECK(strcmp(agent.version, old_version) == 0);
}

static void installed_version_is_used_without_trial(void)
{
    install(WORKS, NEVER_HEALTHY);
    put("data/failed.txt", new_version);
    put("data/next.txt", new_version);
    CHECK(!versions_use(data, "3.0.0"));
    CHECK(versions_use(data, new_version));
    run_host(NEVER);
    CHECK(strcmp(agent.version, new_version) == 0);
    CHECK(names("data/current.txt", new_version));
    CHECK(!file_exists("data/failed.txt"));
}

static void hung_agent_is_started_again(void)
{
    install(HANGS_AFTER_100_S, WORKS);
    run_host(NEVER);
    long long ended_after = starts[1] - starts[0] - 100000;
    CHECK(ended_after >= ALIVE_CHECK_MS * (MOST_FAILED_CHECKS - 1) && ended_after <= ALIVE_CHECK_MS * (MOST_FAILED_CHECKS + 2));
    CHECK(file_exists("data/versions/1.0.0/hung"));
}

static void agent_that_cannot_write_is_not_ended(void)
{
    install(HANGS_AFTER_100_S, WORKS);
    disk_is_full = true;
    run_host(NEVER);
    CHECK(start_count == 1);
}

static void agent_that_stays_alive_is_not_ended(void)
{
    install(STAYS_ALIVE, WORKS);
    run_host(NEVER);
    CHECK(start_count == 1);
}

int main(void)
{
    int failures = 0;
    for (enum behavior behavior = WORKS; behavior < BEHAVIORS; behavior++) failures += power_failures_in_update(behavior);
    failed_updates_end_soon();
    update_that_connects_late_is_kept();
    crashes_slow_down();
    requested_restarts_do_not();
    full_disk_tries_an_update_once();
    only_installed_versions_start();
    failed_version_is_not_tried_again();
    installed_version_is_used_without_trial();
    hung_agent_is_started_again();
    agent_that_cannot_write_is_not_ended();
    agent_that_stays_alive_is_not_ended();
    printf("%d power failures\n", failures);
    return 0;
}
