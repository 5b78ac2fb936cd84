; Installs the client for the person alone, without the rights of an administrator.
Unicode true
!include MUI2.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Clouddisk"
!define LINK "Software\Classes\clouddisk"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

Name "Clouddisk"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Clouddisk"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Clouddisk"
VIAddVersionKey FileDescription "Clouddisk"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Apache-2.0"

!define MUI_ICON "${APP}/clouddisk.ico"
!define MUI_UNICON "${APP}/clouddisk.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\clouddisk-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
LangString AUTOSTART ${LANG_ENGLISH} "Start with Windows"
LangString AUTOSTART ${LANG_SIMPCHINESE} "随 Windows 启动"

; A client that runs holds its files.
!macro EndClient
  nsExec::Exec 'taskkill /IM clouddisk.exe /F'
  Pop $0
  Sleep 500
!macroend

Section "Clouddisk"
  SectionIn RO
  !insertmacro EndClient
  SetOutPath $INSTDIR
  File "${APP}/clouddisk.exe"
  File "${APP}/clouddisk-window.exe"
  File "${APP}/clouddisk.ico"
  File "${APP}/LICENSE.txt"
  File "${APP}/LICENCES.txt"
  CreateShortcut "$SMPROGRAMS\Clouddisk.lnk" "$INSTDIR\clouddisk-window.exe" "" "$INSTDIR\clouddisk.ico"
  WriteRegStr HKCU "${LINK}" "" "URL:Clouddisk"
  WriteRegStr HKCU "${LINK}" "URL Protocol" ""
  WriteRegStr HKCU "${LINK}\DefaultIcon" "" "$INSTDIR\clouddisk.ico"
  ; An address with a quotation mark ends its argument there; after -- what follows is no option.
  WriteRegStr HKCU "${LINK}\shell\open\command" "" '"$INSTDIR\clouddisk-window.exe" -- "%1"'
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Clouddisk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\clouddisk.ico"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "$(AUTOSTART)"
  WriteRegStr HKCU "${RUN}" "Clouddisk" '"$INSTDIR\clouddisk-window.exe" --background'
SectionEnd

; What the client keeps for the person, in LOCALAPPDATA\Clouddisk, stays.
Section Uninstall
  !insertmacro EndClient
  Delete "$SMPROGRAMS\Clouddisk.lnk"
  Delete "$INSTDIR\clouddisk.exe"
  Delete "$INSTDIR\clouddisk-window.exe"
  Delete "$INSTDIR\clouddisk.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\LICENCES.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${LINK}"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegValue HKCU "${RUN}" "Clouddisk"
SectionEnd
