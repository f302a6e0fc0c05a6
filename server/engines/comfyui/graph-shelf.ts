import { type Graph, loadGraphs } from './graph.ts'

const byRank = (a: Graph, b: Graph) => b.rank - a.rank || (a.id < b.id ? -1 : 1)

/** The graphs of a site, which all its ComfyUIs share: those that come along, and its operator's own. */
export class GraphShelf {
  readonly #builtIn = loadGraphs()
  #all: readonly Graph[] = this.#builtIn
  readonly #lent = new Map<string, Graph>()

  /** Those that anybody can choose, best first. */
  get all(): readonly Graph[] {
    return this.#all
  }

  /** Puts the operator's own beside the others, in place of what was there of them. */
  put(own: readonly Graph[]): void {
    this.#all = [...this.#builtIn, ...own].sort(byRank)
  }

  /** Lets a graph be found by its id alone, for a trial; returns the way to take it back. */
  lend(graph: Graph): () => void {
    this.#lent.set(graph.id, graph)
    return () => this.#lent.delete(graph.id)
  }

  /** The graph of an id. */
  find(id: string): Graph | undefined {
    return this.#lent.get(id) ?? this.#all.find((graph) => graph.id === id)
  }

  /** Folders of the models of all graphs, also of those that are lent. */
  get folders(): string[] {
    const models = [...this.#all, ...this.#lent.values()].flatMap((graph) => graph.models)
    return [...new Set(models.map(({ folder }) => folder))]
  }
}
