; The installer of the site agent, built by deploy/packages/windows-package.ts.
; setup.exe /S /CLOUD=wash.example.com /CODE=7KQ4M-X2P9T installs without questions.
Unicode true
Target amd64-unicode
ManifestSupportedOS all
!if ${COMPRESSOR} == off
  SetCompress off
!else
  SetCompressor /SOLID ${COMPRESSOR}
!endif
Name "Washdesk site agent"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Washdesk"
RequestExecutionLevel admin
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Washdesk site agent"
VIAddVersionKey "FileDescription" "Installs the Washdesk site agent"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Washdesk"

!include FileFunc.nsh
!include LogicLib.nsh
!include nsDialogs.nsh
!include WordFunc.nsh
!include x64.nsh

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Washdesk"

Var Data
Var Cloud
Var Code
Var CloudField
Var CodeField

Page custom AskForCode TakeCode
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro Init
  SetRegView 64
  ; $APPDATA is then ProgramData
  SetShellVarContext all
  StrCpy $Data "$APPDATA\Washdesk"
!macroend

; Takes a parameter up to the next space: GetOptions ends a value at each slash, and an address has some.
!macro Parameter VALUE NAME
  ClearErrors
  ${WordFind2X} " $0 " " ${NAME}" " " "E+1" ${VALUE}
  ${If} ${Errors}
    StrCpy ${VALUE} ""
  ${EndIf}
  StrCpy $1 ${VALUE} 1
  ${If} $1 == '"'
    StrCpy ${VALUE} ${VALUE} -1 1
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_ICONSTOP "The site agent needs 64-bit Windows." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  !insertmacro Init
  ${GetParameters} $0
  !insertmacro Parameter $Cloud "/CLOUD="
  !insertmacro Parameter $Code "/CODE="
FunctionEnd

; A site that is installed already keeps its identity, and is asked again only if its code was not accepted.
Function AskForCode
  ${If} ${FileExists} "$Data\agent.yaml"
  ${AndIfNot} ${FileExists} "$Data\enrollment-problem"
    Abort
  ${EndIf}
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 24u "Enter the cloud address and the code that an Admin made for this site. A code is valid for 24 hours."
  Pop $0
  ${NSD_CreateLabel} 0 36u 30% 12u "Cloud address"
  Pop $0
  ${NSD_CreateText} 30% 34u 70% 13u "$Cloud"
  Pop $CloudField
  ${NSD_CreateLabel} 0 56u 30% 12u "Code"
  Pop $0
  ${NSD_CreateText} 30% 54u 70% 13u "$Code"
  Pop $CodeField
  ${NSD_SetFocus} $CloudField
  nsDialogs::Show
FunctionEnd

Function TakeCode
  ${NSD_GetText} $CloudField $Cloud
  ${NSD_GetText} $CodeField $Code
  ${If} $Cloud == ""
  ${OrIf} $Code == ""
    MessageBox MB_ICONEXCLAMATION "Enter the cloud address and the code."
    Abort
  ${EndIf}
FunctionEnd

; Runs a command of the host and ends the installation if it fails.
!macro Host COMMAND
  nsExec::ExecToLog '"$INSTDIR\washdesk-host.exe" ${COMMAND}'
  Pop $0
  ${If} $0 != 0
    SetErrorLevel 4
    Abort "washdesk-host ${COMMAND} failed. Run the installer again."
  ${EndIf}
!macroend

!macro WriteFile NAME TEXT
  FileOpen $0 "$Data\${NAME}" w
  FileWrite $0 `${TEXT}`
  FileClose $0
!macroend

; Exit codes of the agent: the code is refused; the same code can work later.
!define CODE_REFUSED 4
!define CODE_STAYS_VALID 3

; Trades the code, so that the person who typed it sees why it is refused. If the cloud can't be reached, the agent trades it later.
!macro Enroll
  StrCpy $0 $Cloud 4
  ${If} $0 != "http"
    StrCpy $Cloud "https://$Cloud"
  ${EndIf}
  DetailPrint "Enrolling this computer at $Cloud"
  nsExec::ExecToStack /TIMEOUT=60000 '"$Data\versions\${VERSION}\agent.exe" enroll "$Cloud" "$Code" "$Data"'
  Pop $0
  Pop $1
  DetailPrint "$1"
  ${If} $0 == ${CODE_REFUSED}
    MessageBox MB_ICONSTOP "$1" /SD IDOK
    ; a site that worked goes on
    StrCpy $2 "uninstall"
    ${If} ${FileExists} "$Data\agent.yaml"
      StrCpy $2 "start"
    ${EndIf}
    nsExec::ExecToLog '"$INSTDIR\washdesk-host.exe" $2'
    Pop $0
    SetErrorLevel 5
    Abort "This computer isn't enrolled. Run the installer again with the right code."
  ${ElseIf} $0 != 0
    !insertmacro WriteFile "enrollment-code" "$Cloud $Code"
    ${If} $0 == ${CODE_STAYS_VALID}
      MessageBox MB_ICONEXCLAMATION "$1$\nThe agent is installed and tries again by itself." /SD IDOK
    ${EndIf}
  ${EndIf}
!macroend

Section
  ${If} ${FileExists} "$INSTDIR\washdesk-host.exe"
    !insertmacro Host stop
  ${EndIf}
  SetOutPath "$INSTDIR"
  File "${STAGE}/washdesk-host.exe"
  CreateDirectory "$Data\log"
  SetOutPath "$Data\versions\${VERSION}"
  File "${STAGE}/agent.exe"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "Washdesk site agent"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "Washdesk"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoRepair" 1
  !insertmacro Host "use ${VERSION}"
  !insertmacro Host install
  ; after the rights of the folder, because the key of the site is written into it
  ${If} $Code != ""
    !insertmacro Enroll
  ${EndIf}
  ${IfNot} ${FileExists} "$Data\agent.yaml"
    !insertmacro WriteFile "agent.yaml" "identity: { folder: '$Data\identity' }$\njournal: '$Data\journal'$\n"
  ${EndIf}
  !insertmacro Host start
SectionEnd

Function un.onInit
  !insertmacro Init
FunctionEnd

Section Uninstall
  nsExec::ExecToLog '"$INSTDIR\washdesk-host.exe" uninstall'
  Pop $0
  ${If} $0 != 0
    SetErrorLevel 4
    Abort "The service cannot be removed. Restart the computer and try again."
  ${EndIf}
  Delete "$INSTDIR\washdesk-host.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
  MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "Also delete the site's data? Its configuration, its identity and events that are not yet in the cloud are lost." /SD IDNO IDNO keep
    RMDir /r "$Data"
  keep:
SectionEnd
