/** The size of a file, and who added it, and when. */
import type { File as StoredFile } from '#client/console.ts'
import { Time } from '../records/time.tsx'

export function FileFacts({ file: { size_bytes, created_at, uploaded_by } }: { file: StoredFile }) {
  return (
    <>
      {sizeInWords(size_bytes)}, added <Time at={created_at} precision="day" /> by {uploaded_by}
    </>
  )
}

function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
