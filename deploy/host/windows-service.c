/* The host as a Windows service.
 *   washdesk-host                       started by the service manager
 *   washdesk-host install | uninstall   the service, its recovery and the rights of its data
 *   washdesk-host start | stop
 *   washdesk-host use <version>         makes a version the current one
 */
#define _WIN32_WINNT 0x0601
#include <windows.h>
#include <aclapi.h>
#include <sddl.h>
#include <shlobj.h>
#include <stdio.h>
#include <wchar.h>

#include "platform.h"
#include "supervise.h"
#include "versions.h"
#include "windows-host.h"

#define SERVICE_NAME L"Washdesk"

static SERVICE_STATUS_HANDLE service;

static void report(DWORD state)
{
    static DWORD check_point;
    bool pending = state == SERVICE_START_PENDING || state == SERVICE_STOP_PENDING;
    SERVICE_STATUS status = {.dwServiceType = SERVICE_WIN32_OWN_PROCESS, .dwCurrentState = state};
    status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
    status.dwCheckPoint = pending ? ++check_point : 0;
    status.dwWaitHint = pending ? AGENT_GRACE_MS + 5000 : 0;
    SetServiceStatus(service, &status);
}

static DWORD WINAPI control(DWORD code, DWORD type, void *event, void *context)
{
    (void)type, (void)event, (void)context;
    if (code == SERVICE_CONTROL_INTERROGATE) return NO_ERROR;
    if (code != SERVICE_CONTROL_STOP && code != SERVICE_CONTROL_SHUTDOWN) return ERROR_CALL_NOT_IMPLEMENTED;
    report(SERVICE_STOP_PENDING);
    SetEvent(stop_requested);
    return NO_ERROR;
}

static void WINAPI service_main(DWORD count, wchar_t **arguments)
{
    (void)count, (void)arguments;
    service = RegisterServiceCtrlHandlerExW(SERVICE_NAME, control, NULL);
    report(SERVICE_RUNNING);
    log_line("service started");
    supervise(data_folder);
    log_line("service stopped");
    report(SERVICE_STOPPED);
}

static int failed(const char *what)
{
    fprintf(stderr, "%s: error %lu\n", what, GetLastError());
    return 1;
}

/* Full rights for the system (SY) and administrators (BA), change for the service's account (LS), none for others. */
static int protect_data(void)
{
    static const wchar_t rights[] = L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;LS)";
    wchar_t folder[PATH_SIZE];
    PSECURITY_DESCRIPTOR descriptor;
    PACL list;
    BOOL present, defaulted;
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(rights, SDDL_REVISION_1, &descriptor, NULL)) return failed("rights");
    GetSecurityDescriptorDacl(descriptor, &present, &list, &defaulted);
    wide(data_folder, folder);
    SetLastError(SetNamedSecurityInfoW(folder, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, NULL, NULL, list, NULL));
    return GetLastError() == NO_ERROR ? 0 : failed("rights of the data folder");
}

/* The service manager restarts a host that ends by itself. */
static void set_recovery(SC_HANDLE installed)
{
    SC_ACTION restarts[] = {{SC_ACTION_RESTART, 1000}, {SC_ACTION_RESTART, 5000}, {SC_ACTION_RESTART, 60000}};
    SERVICE_FAILURE_ACTIONSW recovery = {.dwResetPeriod = 86400, .cActions = 3, .lpsaActions = restarts};
    SERVICE_FAILURE_ACTIONS_FLAG also_after_exit = {TRUE};
    if (!ChangeServiceConfig2W(installed, SERVICE_CONFIG_FAILURE_ACTIONS, &recovery)) failed("recovery");
    ChangeServiceConfig2W(installed, SERVICE_CONFIG_FAILURE_ACTIONS_FLAG, &also_after_exit);
}

static int install(void)
{
    wchar_t executable[PATH_SIZE], command[PATH_SIZE + 2];
    SERVICE_DESCRIPTIONW description = {L"Gates, tag readers, printers and Sitewatch of this wash"};
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_ALL_ACCESS);
    if (manager == NULL) return failed("service manager");
    GetModuleFileNameW(NULL, executable, PATH_SIZE);
    swprintf(command, PATH_SIZE + 2, L"\"%ls\"", executable);
    SC_HANDLE installed = CreateServiceW(manager, SERVICE_NAME, L"Washdesk site agent", SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS,
                                         SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, command, NULL, NULL, NULL, L"NT AUTHORITY\\LocalService", L"");
    if (installed == NULL && GetLastError() == ERROR_SERVICE_EXISTS) installed = OpenServiceW(manager, SERVICE_NAME, SERVICE_ALL_ACCESS);
    if (installed == NULL) return failed("service");
    ChangeServiceConfig2W(installed, SERVICE_CONFIG_DESCRIPTION, &description);
    set_recovery(installed);
    CloseServiceHandle(installed);
    CloseServiceHandle(manager);
    return protect_data();
}

static SC_HANDLE open_service(void)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE installed = OpenServiceW(manager, SERVICE_NAME, SERVICE_ALL_ACCESS);
    CloseServiceHandle(manager);
    return installed;
}

static bool becomes(SC_HANDLE installed, DWORD state)
{
    SERVICE_STATUS status;
    for (int i = 0; i < 120 && QueryServiceStatus(installed, &status); i++) {
        if (status.dwCurrentState == state) return true;
        Sleep(250);
    }
    return false;
}

static int start(void)
{
    SC_HANDLE installed = open_service();
    if (installed == NULL) return failed("service");
    if (!StartServiceW(installed, 0, NULL) && GetLastError() != ERROR_SERVICE_ALREADY_RUNNING) return failed("start");
    return becomes(installed, SERVICE_RUNNING) ? 0 : failed("start");
}

static int stop(void)
{
    SERVICE_STATUS status;
    SC_HANDLE installed = open_service();
    if (installed == NULL) return GetLastError() == ERROR_SERVICE_DOES_NOT_EXIST ? 0 : failed("service");
    if (!ControlService(installed, SERVICE_CONTROL_STOP, &status) && GetLastError() != ERROR_SERVICE_NOT_ACTIVE) return failed("stop");
    return becomes(installed, SERVICE_STOPPED) ? 0 : failed("stop");
}

static int uninstall(void)
{
    if (stop() != 0) return 1;
    SC_HANDLE installed = open_service();
    if (installed == NULL) return 0;
    return DeleteService(installed) ? 0 : failed("service");
}

/* Not %ProgramData%: a service may have another environment. */
static void find_data_folder(void)
{
    wchar_t folder[MAX_PATH];
    SHGetFolderPathW(NULL, CSIDL_COMMON_APPDATA, NULL, 0, folder);
    WideCharToMultiByte(CP_UTF8, 0, folder, -1, data_folder, PATH_SIZE - 20, NULL, NULL);
    strcat(data_folder, "/Washdesk");
}

static int use(const wchar_t *name)
{
    char version[VERSION_SIZE];
    if (WideCharToMultiByte(CP_UTF8, 0, name, -1, version, VERSION_SIZE, NULL, NULL) == 0) return failed("version");
    return versions_use(data_folder, version) ? 0 : failed("version");
}

int wmain(int count, wchar_t **arguments)
{
    static const struct { const wchar_t *name; int (*run)(void); } commands[] = {
        {L"install", install}, {L"uninstall", uninstall}, {L"start", start}, {L"stop", stop}};
    SERVICE_TABLE_ENTRYW services[] = {{SERVICE_NAME, service_main}, {NULL, NULL}};
    find_data_folder();
    for (int i = 0; i < 4; i++)
        if (count == 2 && wcscmp(arguments[1], commands[i].name) == 0) return commands[i].run();
    if (count == 3 && wcscmp(arguments[1], L"use") == 0) return use(arguments[2]);
    stop_requested = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (count == 1 && StartServiceCtrlDispatcherW(services)) return 0;
    fprintf(stderr, "Usage: washdesk-host install | uninstall | start | stop | use <version>\n");
    return 2;
}
