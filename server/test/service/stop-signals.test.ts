/** What a process makes of the signals that ask it to stop. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { COMMANDS, describeFailure } from '#server/command-line.ts'
import { listenForStop, sayIfInterrupted } from '#server/commands/stop-signals.ts'
import { OutOfTime } from '#server/db/failure.ts'

function openSource() {
  const emitter = new EventEmitter()
  const killed: string[] = []
  const time = { ms: 0 }
  const source = {
    on: emitter.on.bind(emitter),
    off: emitter.off.bind(emitter),
    kill: (name: string) => void killed.push(name),
  }
  return { source, killed, time, now: () => time.ms, send: (name: string) => emitter.emit(name, name) }
}

test('a signal that arrives twice, as Ctrl-C does under npm start, is one request, and another one ends the process', async () => {
  const { source, killed, time, now, send } = openSource()
  const stop = listenForStop(source, now)
  send('SIGINT')
  assert.equal(await stop.first, 'SIGINT')
  stop.forget()
  time.ms = 500
  send('SIGINT')
  assert.deepEqual(killed, [], 'calls in progress are still being answered')
  time.ms = 1_000
  send('SIGTERM')
  assert.deepEqual(killed, ['SIGTERM'])
  assert.equal(send('SIGTERM'), false, 'nothing listens anymore')
})

test('a second request to stop, before the first is forgotten, ends only what waits for it', async () => {
  const { source, killed, time, now, send } = openSource()
  const stop = listenForStop(source, now)
  send('SIGTERM')
  time.ms = 2_000
  send('SIGTERM')
  await stop.again
  assert.deepEqual(killed, [])
})

test('a signal that nobody listens for anymore has its default effect', () => {
  const { source, now, send } = openSource()
  listenForStop(source, now).forget()
  assert.deepEqual([send('SIGTERM'), send('SIGINT'), send('SIGHUP')], [false, false, false])
})

test('a terminal that is closed asks a command to stop, as Ctrl-C does', async () => {
  const { source, killed, now, send } = openSource()
  const stop = listenForStop(source, now)
  send('SIGHUP')
  assert.equal(await stop.first, 'SIGHUP')
  assert.deepEqual(killed, [])
})

test('a command that a signal ends at once says first what it leaves', async () => {
  const { source, killed, send } = openSource()
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = sayIfInterrupted(
    name => void done.push(name),
    () => promise,
    source,
  )
  send('SIGTERM')
  resolve()
  await work
  assert.deepEqual([done, killed], [['SIGTERM'], ['SIGTERM']])
})

test('a command of several transactions, one of which took too long, says what it leaves and not that nothing was stored', () => {
  const failure = new OutOfTime(30_000, undefined)
  for (const words of ['seed', 'invoices generate', 'recompute', 'migrate']) {
    const command = COMMANDS.find(one => one.words === words)
    assert.equal(
      describeFailure(failure, command).message,
      `This took longer than the 30 s that a transaction may last. ${command?.ifInterrupted}`,
    )
  }
  const single = COMMANDS.find(({ words }) => words === 'key create')
  assert.match(describeFailure(failure, single).message, /Nothing was stored. Try again\.$/)
})
