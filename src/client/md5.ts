/** The MD5 that signs requests (section 7): browsers have none of their own. */
import { md5 as hash } from '@noble/hashes/legacy.js'
import { toHex } from '#client/hex.ts'

/** Of the text in UTF-8, in hexadecimal. */
export const md5 = (text: string): string => toHex(hash(new TextEncoder().encode(text)))
