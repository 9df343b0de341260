/**
 * A cache for scrypt. Hashing a password takes a tenth of a second of processor time, and nearly every test of the console signs somebody in. So
 * each process of a test run hashes the same password with the same salt only once; the results are those of scrypt.
 */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void
type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
) => void

export function rememberScrypt(): void {
  const real = crypto.scrypt as Scrypt
  const remembered = new Map<string, Promise<Buffer>>()
  const scrypt: Scrypt = (password, salt, length, options, done) => {
    const name = JSON.stringify([password, salt, length, options])
    const key =
      remembered.get(name) ??
      new Promise<Buffer>((resolve, reject) => {
        real(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
      })
    remembered.set(name, key)
    key.then(
      found => done(null, Buffer.from(found)),
      error => done(error, Buffer.alloc(0)),
    )
  }
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}
