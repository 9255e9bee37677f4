/** The last state of a car that was reported. */
interface Known {
  plate: string | null;
  score: number;
  /** By the camera's clock. */
  at: number | null;
  isGone: boolean;
}

/** Cars of some hours, of which a camera may send an event again. */
const maxCars = 500;

/** The cars that a camera has reported, each once per plate. */
export class KnownCars {
  readonly #cars = new Map<string, Known>();

  /** Returns whether a read is news: another car, another plate of it, or more certain than before. */
  isNews(car: string, plate: string | null, score: number, at: number | null): boolean {
    const known = this.#cars.get(car);
    if (known?.isGone && !(at !== null && known.at !== null && at > known.at)) return false;
    if (known && !known.isGone && known.plate === plate && score <= known.score) return false;
    this.#remember(car, { plate, score, at, isGone: false });
    return true;
  }

  /** The camera lost the car: its number may name another one later. */
  lose(car: string, at: number | null): void {
    const known = this.#cars.get(car);
    if (known) this.#remember(car, { ...known, at, isGone: true });
  }

  #remember(car: string, known: Known): void {
    this.#cars.delete(car);
    this.#cars.set(car, known);
    const [oldest] = this.#cars.keys();
    if (this.#cars.size > maxCars && oldest !== undefined) this.#cars.delete(oldest);
  }
}
