/** Draws the picture of a service contact: a stored picture scaled, or else a QR code. */
import { convertIndexedToRgb, decode, encode } from 'fast-png'
import { encode as encodeQr } from 'uqr'

/** Pixels. */
export type PictureSize = { readonly width: number; readonly height: number }
type Pixels = PictureSize & { readonly rgb: Uint8Array }

/** `stored`: the operator's picture; without one, a QR code of `address` is drawn. */
export type PictureSource = { readonly stored: string | null; readonly address: string }

const maxPixels = 16_000_000
/** Quiet zone of a QR code, in modules. */
const quietZone = 2

/**
 * A data URL with a PNG of exactly this size, padded with white. Holds its thread for up to a second.
 * A stored picture is returned unchanged if it can't be decoded.
 */
export const drawContactPicture = async (
  { stored, address }: PictureSource,
  size: PictureSize,
): Promise<string> => (stored ? scalePicture(stored, size) : drawQrCode(address, size))

/** One bit per pixel; a module is as many whole pixels wide as fit. */
function drawQrCode(text: string, { width, height }: PictureSize): string {
  const code = encodeQr(text, { ecc: 'M', border: quietZone })
  const step = Math.min(width, height) / code.size
  const module = step >= 1 ? Math.floor(step) : step
  const [left, top] = [
    Math.floor((width - module * code.size) / 2),
    Math.floor((height - module * code.size) / 2),
  ]
  const rowBytes = Math.ceil(width / 8)
  const data = new Uint8Array(rowBytes * height).fill(0xff)
  for (let y = 0; y < height; y++) {
    const row = code.data[Math.floor((y - top) / module)]
    if (!row) continue
    for (let x = 0; x < width; x++) {
      const at = y * rowBytes + (x >> 3)
      if (row[Math.floor((x - left) / module)]) data[at] = data[at]! & ~(0x80 >> (x & 7))
    }
  }
  return toDataUrl(encode({ width, height, data, depth: 1, channels: 1 }))
}

async function scalePicture(stored: string, size: PictureSize): Promise<string> {
  try {
    const from = await decodePixels(stored)
    if (!from) return stored
    return toDataUrl(encode({ ...size, data: fitPixels(from, size), depth: 8, channels: 3 }))
  } catch {
    return stored
  }
}

/** Box filter: each pixel is the mean of those that it covers. */
function fitPixels({ width, height, rgb }: Pixels, size: PictureSize): Uint8Array {
  const scale = Math.min(size.width / width, size.height / height)
  const [left, top] = [(size.width - width * scale) / 2, (size.height - height * scale) / 2]
  const span = (at: number, start: number, max: number): [from: number, to: number] => {
    const from = Math.floor((at - start) / scale)
    return [from, Math.min(max, Math.max(from + 1, Math.floor((at + 1 - start) / scale)))]
  }
  const data = new Uint8Array(size.width * size.height * 3).fill(0xff)
  for (let y = 0; y < size.height; y++) {
    const [y0, y1] = span(y, top, height)
    if (y0 < 0 || y0 >= height) continue
    for (let x = 0; x < size.width; x++) {
      const [x0, x1] = span(x, left, width)
      if (x0 < 0 || x0 >= width) continue
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0
        for (let row = y0; row < y1; row++)
          for (let column = x0; column < x1; column++)
            sum += rgb[(row * width + column) * 3 + channel]!
        data[(y * size.width + x) * 3 + channel] = Math.round(sum / ((y1 - y0) * (x1 - x0)))
      }
    }
  }
  return data
}

/** Decodes a PNG or JPEG; undefined for other formats and for pictures too large to decode. */
async function decodePixels(stored: string): Promise<Pixels | undefined> {
  const [, type, base64 = ''] =
    /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=\s]+)$/.exec(stored) ?? []
  if (!type) return undefined
  const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0)!)
  if (type === 'jpeg') {
    const { default: jpeg } = await import('jpeg-js')
    const { width, height, data } = jpeg.decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      maxResolutionInMP: maxPixels / 1_000_000,
    })
    return { width, height, rgb: data }
  }
  const view = new DataView(bytes.buffer)
  if (view.getUint32(16) * view.getUint32(20) > maxPixels) return undefined
  const png = decode(bytes)
  const { width, height, palette } = png
  const samples = palette
    ? convertIndexedToRgb(png)
    : png.depth >= 8
      ? png.data
      : unpackGreySamples(png.data, png)
  const channels = samples.length / (width * height)
  const max = palette || png.depth <= 8 ? 255 : 65_535
  return { width, height, rgb: blendOnWhite(samples, channels, max, width * height) }
}

/** Grey samples of less than 8 bits; rows are byte-aligned. */
function unpackGreySamples(
  data: ArrayLike<number>,
  { width, height, depth }: PictureSize & { readonly depth: number },
): Uint8Array {
  const [rowBytes, max] = [Math.ceil((width * depth) / 8), 2 ** depth - 1]
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const bit = (at % width) * depth
    const byte = data[Math.floor(at / width) * rowBytes + (bit >> 3)]!
    return (((byte >> (8 - depth - (bit & 7))) & max) * 255) / max
  })
}

/** Converts grey or colour, with or without alpha, to RGB on white. */
function blendOnWhite(
  samples: ArrayLike<number>,
  channels: number,
  max: number,
  pixels: number,
): Uint8Array {
  const rgb = new Uint8Array(pixels * 3)
  const isGray = channels < 3
  const hasAlpha = channels === 2 || channels === 4
  for (let at = 0; at < pixels; at++) {
    const alpha = hasAlpha ? samples[at * channels + channels - 1]! / max : 1
    for (let channel = 0; channel < 3; channel++) {
      const value = (samples[at * channels + (isGray ? 0 : channel)]! * 255) / max
      rgb[at * 3 + channel] = Math.round(value * alpha + 255 * (1 - alpha))
    }
  }
  return rgb
}

function toDataUrl(png: Uint8Array): string {
  let binary = ''
  for (const byte of png) binary += String.fromCodePoint(byte)
  return `data:image/png;base64,${btoa(binary)}`
}
