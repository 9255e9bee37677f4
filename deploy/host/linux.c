/* The host under systemd: started as `washdesk-host <data folder>`, stopped by SIGTERM, its log is the journal.
 * An agent is a script for the node beside this program. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"
#include "supervise.h"

/* Blocked, so that they arrive in sigtimedwait only. */
static sigset_t waited_signals;
static bool stop_requested;
static pid_t agent;
static int agent_input;

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_read(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, size - 1);
    close(file);
    if (length < 0) return false;
    text[length] = '\0';
    return true;
}

static bool write_durably(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return false;
    ssize_t length = (ssize_t)strlen(text);
    bool written = write(file, text, (size_t)length) == length && fsync(file) == 0;
    return close(file) == 0 && written;
}

/* A rename is on the disk after its folder is. */
static void sync_folder(const char *path)
{
    char copy[PATH_SIZE];
    snprintf(copy, sizeof copy, "%s", path);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

bool file_replace(const char *path, const char *text)
{
    char temporary[PATH_SIZE];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    if (!write_durably(temporary, text) || rename(temporary, path) != 0) return false;
    sync_folder(path);
    return true;
}

void file_remove(const char *path)
{
    if (unlink(path) == 0) sync_folder(path);
    else if (errno != ENOENT) log_line("%s cannot be removed: %s", path, strerror(errno));
}

long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void log_line(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}

/* Returns after a signal or the time. */
static void wait_for_signal(long long until)
{
    int signal;
    if (until < 0) {
        signal = sigwaitinfo(&waited_signals, NULL);
    } else {
        long long rest = until > now_ms() ? until - now_ms() : 0;
        struct timespec limit = {rest / 1000, rest % 1000 * 1000000};
        signal = sigtimedwait(&waited_signals, NULL, &limit);
    }
    if (signal == SIGTERM || signal == SIGINT) stop_requested = true;
}

static long long deadline(unsigned ms)
{
    return ms == FOREVER ? -1 : now_ms() + ms;
}

static bool is_over(long long until)
{
    return until >= 0 && now_ms() >= until;
}

bool stop_requested_within(unsigned ms)
{
    long long until = deadline(ms);
    while (!stop_requested && !is_over(until)) wait_for_signal(until);
    return stop_requested;
}

static void find_node(char node[PATH_SIZE])
{
    char host[PATH_SIZE / 2];
    ssize_t length = readlink("/proc/self/exe", host, sizeof host - 1);
    host[length < 0 ? 0 : length] = '\0';
    snprintf(node, PATH_SIZE, "%s/node", dirname(host));
}

static void become_agent(const char *data, const char *version_folder, int input)
{
    char node[PATH_SIZE], script[PATH_SIZE], config[PATH_SIZE];
    find_node(node);
    snprintf(script, sizeof script, "%s/" AGENT_NAME, version_folder);
    snprintf(config, sizeof config, "%s/agent.yaml", data);
    dup2(input, STDIN_FILENO);
    sigprocmask(SIG_UNBLOCK, &waited_signals, NULL);
    signal(SIGPIPE, SIG_DFL);
    setenv("WASHDESK_HOST", "1", 1);
    setenv("WASHDESK_VERSION_FOLDER", version_folder, 1);
    execl(node, node, script, config, (char *)NULL);
    log_line("%s: %s", node, strerror(errno));
    _exit(127);
}

bool agent_start(const char *data, const char *version_folder)
{
    int ends[2];
    pid_t host = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    agent = fork();
    if (agent == 0) {
        /* no agent outlives its host: the next host would start a second one */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != host) _exit(127);
        become_agent(data, version_folder, ends[0]);
    }
    close(ends[0]);
    agent_input = ends[1];
    if (agent < 0) close(agent_input);
    return agent > 0;
}

static bool has_exited(int *exit_code)
{
    int status;
    if (waitpid(agent, &status, WNOHANG) != agent) return false;
    if (agent_input >= 0) close(agent_input);
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

enum agent_event agent_wait(unsigned ms, int *exit_code)
{
    long long until = deadline(ms);
    for (;;) {
        if (has_exited(exit_code)) return AGENT_EXITED;
        if (stop_requested) return HOST_MUST_STOP;
        if (is_over(until)) return AGENT_STILL_RUNS;
        wait_for_signal(until);
    }
}

int agent_stop(void)
{
    int exit_code = 0;
    long long until = deadline(AGENT_GRACE_MS);
    if (write(agent_input, "stop\n", 5) != 5) log_line("the agent's input is closed");
    close(agent_input);
    agent_input = -1;
    while (!has_exited(&exit_code)) {
        if (is_over(until)) kill(agent, SIGKILL);
        wait_for_signal(is_over(until) ? deadline(100) : until);
    }
    return exit_code;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "Usage: %s <data folder>\n", arguments[0]);
        return 2;
    }
    sigemptyset(&waited_signals);
    sigaddset(&waited_signals, SIGTERM);
    sigaddset(&waited_signals, SIGINT);
    sigaddset(&waited_signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &waited_signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    supervise(arguments[1]);
    return 0;
}
