/** MD5 of a text as lower-case hex, by which the wire's calls are signed (spec 7). */
import { md5 as hashBytes } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const md5 = (text: string): string => bytesToHex(hashBytes(utf8ToBytes(text)))
