# Runs PostgreSQL while anyone holds the lifeline (standard input), and starts it again when it was killed.
#   $1   the folder of the sockets
#   $2   process id of a server that already runs, or nothing
#   $3…  the command that starts one
# The working directory is the data folder. Given to `sh -c`: the account that runs it may be unable to read the checkout.
sockets=$1 adopted=$2
shift 2
exec 3<&0 </dev/null

watch_lifeline() {
  # Each new holder writes the name of a file and waits for it to appear.
  while read -r holder <&3; do
    [ -z "$holder" ] || true >"$sockets/$holder"
  done
  true >"$sockets/stopping"
  exec 3<&-
  # Again and again: the server may just be coming back from a crash. After 20 seconds it is told to stop at once, which loses nothing: the next start
  # recovers as after a crash. PostgreSQL 18 never ends if it is told to stop while it recovers from a crash of its own, such as one on a full disk.
  tries=0 signal=INT
  while stop_server || kill -0 $$ 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || signal=QUIT
    sleep 0.1
  done
}

# The next start removes the mark before it makes another postmaster.pid, so this never stops somebody else's server.
stop_server() {
  postmaster=$(head -n 1 postmaster.pid) && [ -e "$sockets/stopping" ] && kill -"$signal" "$postmaster"
} 2>/dev/null

watch_lifeline &
watcher=$!
exec 3<&-

# An adopted server is not our child, so it can only be watched. One that ends properly takes its number with it.
while [ -n "$adopted" ] && kill -0 "$adopted" 2>/dev/null; do
  sleep 1
done
if [ -z "$adopted" ] || [ "$(head -n 1 postmaster.pid 2>/dev/null)" = "$adopted" ]; then
  # How often a start may fail. A statement of a killed server that never waits goes on to its end, up to a minute for an import, and until then no
  # server can start.
  attempts=0
  [ -z "$adopted$PG_GRANDPARENT_PID" ] || attempts=90
  while "$@"; status=$?; do
    if [ $status -gt 128 ]; then
      # Ended by a signal it did not expect.
      attempts=90
    elif [ $status -eq 0 ] || [ $attempts -eq 0 ] || [ -e "$sockets/stopping" ]; then
      # Any other end is its own decision.
      break
    else
      attempts=$((attempts - 1))
    fi
    sleep 1
  done
fi
kill "$watcher"
