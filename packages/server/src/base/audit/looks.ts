// What a session was shown already: a list that is asked for every two seconds is one look, a row
// that is new in it is another. It writes nothing itself. Called by rooms that show people's
// things.

/** What sessions were shown. */
export interface Looks {
  /**
   * Let those be written that the session is shown for the first time; when writing fails they
   * count as not shown.
   *
   * @param look - room: name of the list, such as "queue"; ids: of what it shows.
   */
  note(
    look: { readonly sessionId: number; readonly room: string; readonly ids: readonly number[] },
    write: (fresh: readonly number[]) => Promise<void>,
  ): Promise<void>;
}

/** Things that are remembered; forgotten ones are written down once more. */
const LOOKS_MAX = 20_000;

/** Begin to remember. */
export function createLooks(): Looks {
  const seen = new Set<string>();
  return {
    async note({ sessionId, room, ids }, write) {
      const keyOf = (id: number) => `${sessionId} ${room} ${id}`;
      const fresh = ids.filter((id) => !seen.has(keyOf(id)));
      if (fresh.length === 0) return;
      await write(fresh);
      if (seen.size + fresh.length > LOOKS_MAX) seen.clear();
      for (const id of fresh) seen.add(keyOf(id));
    },
  };
}
