@echo off
rem The command line of the installed Labseal. From a file of commands Windows waits until a program with windows ends.
rem It makes Node write what is sent, the token among it.
set "NODE_DEBUG="
set "NODE_DEBUG_NATIVE="
"%~dp0..\Labseal.exe" --labseal-command -- %*
exit /b %ERRORLEVEL%
