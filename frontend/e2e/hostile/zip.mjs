/** A ZIP archive with its parts stored as they are: enough to make an Office file. */
import { crc32 } from 'node:zlib'

/** parts: name -> text. */
export function zip(parts) {
  const files = []
  const directory = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const path = Buffer.from(name)
    const data = Buffer.from(text)
    const common = Buffer.alloc(26) // from "version needed" on, the same in both headers
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x21, 8) // 1 January 1980
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(path.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data])
    files.push(file)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, offset, path]))
    at += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, entries, end])
}
