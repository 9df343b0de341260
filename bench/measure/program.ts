/** A program of a benchmark in a separate process, which answers each message with one of its own and ends once its parent disconnects. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Program<Question, Answer> = {
  pid: number
  /** Sends a message and resolves with the answer; rejects if the program ends before it has answered. */
  ask(question: Question): Promise<Answer>
  /** Disconnects; resolves once the program has ended. */
  close(): Promise<void>
}

export function openProgram<Question extends object | string, Answer>(file: string): Program<Question, Answer> {
  const child = fork(file)
  return {
    pid: child.pid!,
    ask: question =>
      new Promise((resolve, reject) => {
        const ended = (status: number | null) => reject(new Error(`${file} ended with status ${status}`))
        child.once('exit', ended)
        child.once('message', answer => {
          child.off('exit', ended)
          resolve(answer as Answer)
        })
        child.send(question)
      }),
    async close() {
      if (!child.connected) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
