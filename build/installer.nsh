; The command line, if the person wants it: a file in a folder of theirs that Windows looks for commands in.
!define LABSEAL_COMMAND "$LOCALAPPDATA\Microsoft\WindowsApps\labseal.cmd"

!macro customInstall
  ; An update changes nothing: the file names the folder, and who said no is not asked again.
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION "Install the command line as well? Then $\"labseal$\" can be used in a terminal." /SD IDNO IDNO without
      FileOpen $0 "${LABSEAL_COMMAND}" w
      FileWrite $0 '@"$INSTDIR\resources\labseal.cmd" %*$\r$\n'
      FileClose $0
    without:
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    Delete "${LABSEAL_COMMAND}"
  ${endIf}
!macroend
