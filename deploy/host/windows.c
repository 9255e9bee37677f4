/* Files, clock and processes of Windows. */
#define _WIN32_WINNT 0x0601
#include <windows.h>
#include <stdarg.h>
#include <stdio.h>

#include "platform.h"
#include "windows-host.h"

#define LOG_BYTES 1000000

HANDLE stop_requested;
char data_folder[PATH_SIZE];

/* The agent, the pipe to its input, and the job that ends it with the host. */
static HANDLE agent, agent_input, agent_job;

const wchar_t *wide(const char *path, wchar_t out[PATH_SIZE])
{
    if (MultiByteToWideChar(CP_UTF8, 0, path, -1, out, PATH_SIZE) == 0) out[0] = L'\0';
    for (wchar_t *c = out; *c != L'\0'; c++)
        if (*c == L'/') *c = L'\\';
    return out;
}

bool file_exists(const char *path)
{
    wchar_t name[PATH_SIZE];
    return GetFileAttributesW(wide(path, name)) != INVALID_FILE_ATTRIBUTES;
}

bool file_read(const char *path, char *text, size_t size)
{
    wchar_t name[PATH_SIZE];
    DWORD length = 0;
    HANDLE file = CreateFileW(wide(path, name), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    BOOL read = ReadFile(file, text, (DWORD)size - 1, &length, NULL);
    CloseHandle(file);
    text[length] = '\0';
    return read;
}

static bool write_durably(const wchar_t *name, const char *text)
{
    DWORD length = 0;
    HANDLE file = CreateFileW(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool written = WriteFile(file, text, (DWORD)strlen(text), &length, NULL) && FlushFileBuffers(file);
    return CloseHandle(file) && written;
}

bool file_replace(const char *path, const char *text)
{
    wchar_t name[PATH_SIZE], temporary[PATH_SIZE + 4];
    wide(path, name);
    swprintf(temporary, PATH_SIZE + 4, L"%ls.tmp", name);
    return write_durably(temporary, text) && MoveFileExW(temporary, name, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

void file_remove(const char *path)
{
    wchar_t name[PATH_SIZE];
    if (!DeleteFileW(wide(path, name)) && GetLastError() != ERROR_FILE_NOT_FOUND) log_line("%s cannot be removed: error %lu", path, GetLastError());
}

long long now_ms(void)
{
    return (long long)GetTickCount64();
}

/* Opens a file of the log folder for appending. A large one becomes the one old file. */
static HANDLE open_log(const char *file)
{
    char path[PATH_SIZE];
    wchar_t name[PATH_SIZE], old[PATH_SIZE + 4];
    WIN32_FILE_ATTRIBUTE_DATA found;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    snprintf(path, sizeof path, "%.900s/log/%s", data_folder, file);
    wide(path, name);
    swprintf(old, PATH_SIZE + 4, L"%ls.old", name);
    if (GetFileAttributesExW(name, GetFileExInfoStandard, &found) && found.nFileSizeLow > LOG_BYTES) MoveFileExW(name, old, MOVEFILE_REPLACE_EXISTING);
    return CreateFileW(name, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, OPEN_ALWAYS, 0, NULL);
}

void log_line(const char *format, ...)
{
    char text[PATH_SIZE], line[PATH_SIZE + 40];
    SYSTEMTIME at;
    DWORD written;
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    GetSystemTime(&at);
    int length = snprintf(line, sizeof line, "%04u-%02u-%02uT%02u:%02u:%02uZ %s\r\n", at.wYear, at.wMonth, at.wDay, at.wHour, at.wMinute, at.wSecond, text);
    HANDLE log = open_log("host.log");
    if (log == INVALID_HANDLE_VALUE) return;
    WriteFile(log, line, (DWORD)length, &written, NULL);
    CloseHandle(log);
}

bool stop_requested_within(unsigned ms)
{
    return WaitForSingleObject(stop_requested, ms == FOREVER ? INFINITE : ms) == WAIT_OBJECT_0;
}

static HANDLE create_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* The agent begins suspended: it must be in its job before it runs. */
static bool create_agent(const char *data, const char *version_folder, HANDLE input, HANDLE output)
{
    char path[PATH_SIZE];
    wchar_t executable[PATH_SIZE], config[PATH_SIZE], folder[PATH_SIZE], command[2 * PATH_SIZE + 8];
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    snprintf(path, sizeof path, "%.900s/" AGENT_NAME, version_folder);
    wide(path, executable);
    snprintf(path, sizeof path, "%.900s/agent.yaml", data);
    wide(path, config);
    swprintf(command, 2 * PATH_SIZE + 8, L"\"%ls\" \"%ls\"", executable, config);
    SetEnvironmentVariableW(L"WASHDESK_HOST", L"1");
    SetEnvironmentVariableW(L"WASHDESK_VERSION_FOLDER", wide(version_folder, folder));
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = input;
    start.hStdOutput = start.hStdError = output;
    if (!CreateProcessW(executable, command, NULL, NULL, TRUE, CREATE_SUSPENDED | CREATE_NO_WINDOW, NULL, wide(data, folder), &start, &process)) return false;
    if (!AssignProcessToJobObject(agent_job, process.hProcess)) log_line("the agent is in no job: error %lu", GetLastError());
    ResumeThread(process.hThread);
    CloseHandle(process.hThread);
    agent = process.hProcess;
    return true;
}

bool agent_start(const char *data, const char *version_folder)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE input;
    if (!CreatePipe(&input, &agent_input, &inherited, 0)) return false;
    SetHandleInformation(agent_input, HANDLE_FLAG_INHERIT, 0);
    HANDLE output = open_log("agent.log");
    agent_job = create_job();
    bool started = create_agent(data, version_folder, input, output);
    if (!started) {
        log_line("%s/" AGENT_NAME ": error %lu", version_folder, GetLastError());
        CloseHandle(agent_input);
        CloseHandle(agent_job);
    }
    CloseHandle(input);
    CloseHandle(output);
    return started;
}

static int close_agent(void)
{
    DWORD exit_code = 0;
    GetExitCodeProcess(agent, &exit_code);
    if (agent_input != NULL) CloseHandle(agent_input);
    CloseHandle(agent);
    CloseHandle(agent_job);
    return (int)exit_code;
}

enum agent_event agent_wait(unsigned ms, int *exit_code)
{
    HANDLE events[] = {agent, stop_requested};
    DWORD event = WaitForMultipleObjects(2, events, FALSE, ms == FOREVER ? INFINITE : ms);
    if (event == WAIT_TIMEOUT) return AGENT_STILL_RUNS;
    if (event != WAIT_OBJECT_0) return HOST_MUST_STOP;
    *exit_code = close_agent();
    return AGENT_EXITED;
}

int agent_stop(void)
{
    DWORD written;
    WriteFile(agent_input, "stop\n", 5, &written, NULL);
    CloseHandle(agent_input);
    agent_input = NULL;
    if (WaitForSingleObject(agent, AGENT_GRACE_MS) == WAIT_TIMEOUT) {
        TerminateJobObject(agent_job, 1);
        WaitForSingleObject(agent, INFINITE);
    }
    return close_agent();
}
