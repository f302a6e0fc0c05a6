import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

/** What the browser itself says about a server that is gone. */
export const GONE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)/

/** Collects what a user would see as red lines in the browser's console, in every page of the contexts it watches. */
export class ConsoleProblems {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Watches all pages and workers of a context, those to come as well. */
  watch(context: BrowserContext): void {
    for (const page of context.pages()) this.#watchPage(page)
    context.on('page', (page) => this.#watchPage(page))
    context.on('serviceworker', (worker) => worker.on('console', (message) => this.#take(message, 'worker')))
  }

  /** Expects messages like this one in the test, such as the browser's own line about a refused request. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** What was found and not allowed. */
  get unexpected(): string[] {
    return this.found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }

  #watchPage(page: Page): void {
    page.on('console', (message) => this.#take(message, page.url()))
    page.on('pageerror', (error) => this.found.push(`${page.url()} pageerror: ${error.stack ?? error}`))
  }

  #take(message: ConsoleMessage, where: string): void {
    if (message.type() !== 'error') return
    this.found.push(`${where} console: ${message.text()} (${message.location().url})`)
  }
}
