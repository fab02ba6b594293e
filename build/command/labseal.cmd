@echo off
rem The command line of the installed Labseal. From a file of commands Windows waits until a program with windows ends.
"%~dp0..\Labseal.exe" --labseal-command -- %*
exit /b %ERRORLEVEL%
