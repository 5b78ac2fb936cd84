; Starts clouddisk.exe, which is a program of the console, without a console window, and passes its arguments on.
Unicode true
!include FileFunc.nsh
Name "Clouddisk"
OutFile "${APP}/clouddisk-window.exe"
Icon "${APP}/clouddisk.ico"
RequestExecutionLevel user
SilentInstall silent
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Clouddisk"
VIAddVersionKey FileDescription "Clouddisk"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Apache-2.0"

Section
  ${GetParameters} $0
  SetOutPath $EXEDIR
  System::Call 'kernel32::SetEnvironmentVariable(t "CLOUDDISK_LAUNCHER", t "$EXEPATH")'
  nsExec::Exec '"$EXEDIR\clouddisk.exe" $0'
  Pop $1
  ; The plug-in is unpacked beside the temporary files of this program.
  SetOutPath $TEMP
SectionEnd
