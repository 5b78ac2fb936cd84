// For tests of conversions: hangs while it starts if it finds a file "hang"; answers each task with what it reads.
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

while (existsSync('hang'));
console.log('ready')

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch ({ code }) {
    return code
  }
}
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(JSON.parse(line).map(read)))
