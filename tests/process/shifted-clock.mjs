/** Preload script: shifts the clock by `CLOCK_WRONG_BY` ms, runs long intervals every 200 ms. */
const offsetMs = Number(process.env['CLOCK_WRONG_BY'] ?? 0)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...args)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}
const { setInterval: realSetInterval } = globalThis
globalThis.setInterval = (work, ms, ...args) =>
  realSetInterval(work, ms >= 10_000 ? 200 : ms, ...args)
