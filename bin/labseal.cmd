@echo off
rem Starts Labseal on the project's own Node; a checkout that was never installed is made ready first.
setlocal
set "root=%~dp0.."
set "node=%root%\node_modules\node\bin\node.exe"
set "program=%root%\out\main\cli.js"
if not exist "%node%" goto prepare
if exist "%program%" goto start
:prepare
node "%root%\scripts\prepare.mjs" <nul 1>&2 || exit /b 70
:start
rem Why these options, and no NODE_DEBUG: see bin/labseal.
set "NODE_DEBUG="
set "NODE_DEBUG_NATIVE="
set "heap="
if "%~1"=="serve" set "heap=--heap-growing-percent=30 --initial-heap-size=32"
if "%~1"=="sync" set "heap=--heap-growing-percent=30 --initial-heap-size=32"
"%node%" --max-semi-space-size=2 %heap% "%program%" %*
exit /b %errorlevel%
