/**
 * A named fault: how an answer departs from the ordinary one. What is left out stays ordinary, so
 * `{ delay: 3000 }` is the ordinary answer, three seconds late.
 */
export interface Behaviour {
  /** Sent instead of the ordinary answer, as it stands: it may break the contract. */
  answer?: {
    status: number;
    /** Undefined: no `Content-Type`. */
    mediaType?: string;
    body: string;
  };
  /** Milliseconds before the answer; a range is drawn from anew each time. */
  delay?: number | readonly [from: number, to: number];
  /**
   * `never`: no answer, the connection stays open. `reset`: the connection is reset before the first
   * byte. `torn`: it is reset in the middle of the body. `cut`: it is closed there in good order,
   * with less sent than was announced. `whole` by default.
   */
  delivery?: 'whole' | 'never' | 'reset' | 'torn' | 'cut';
  /** Only the first requests with the same key are treated so; the next ones get the ordinary answer. */
  times?: number;
}

/** Behaviours that answer with JSON, plain text or a page. */
export function json(status: number, value: unknown): Behaviour {
  return { answer: { status, mediaType: 'application/json', body: JSON.stringify(value) } };
}

export function text(status: number, body: string): Behaviour {
  return { answer: { status, mediaType: 'text/plain; charset=utf-8', body } };
}

export function html(status: number, body: string): Behaviour {
  return { answer: { status, mediaType: 'text/html; charset=utf-8', body } };
}
