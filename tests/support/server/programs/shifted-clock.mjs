/** Preload script: shifts the clock by `CLOCK_WRONG_BY` ms, runs long intervals every 200 ms. */
const wrongBy = Number(process.env['CLOCK_WRONG_BY'] ?? 0)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + wrongBy)
    else super(...given)
  }
  static now() {
    return RealDate.now() + wrongBy
  }
}
const { setInterval: every } = globalThis
globalThis.setInterval = (work, ms, ...given) => every(work, ms >= 10_000 ? 200 : ms, ...given)
