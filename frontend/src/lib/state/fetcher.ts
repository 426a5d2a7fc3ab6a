/**
 * Runs `load` at most once at a time: asked again meanwhile, it runs once more afterwards. Events are hints that come in
 * bursts; this turns a burst into one or two fetches and never lets an older answer win over a newer one.
 */
export class Fetcher {
  #running: Promise<void> | null = null
  #again = false

  constructor(readonly load: () => Promise<void>) {}

  refresh(): Promise<void> {
    if (this.#running) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#run()
    return this.#running
  }

  async #run(): Promise<void> {
    try {
      do {
        this.#again = false
        await this.load()
      } while (this.#again)
    } finally {
      this.#running = null
    }
  }
}
