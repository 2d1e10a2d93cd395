import { expect, it } from 'vitest';
import { type ShownToast, ToastStore } from './toast-store.ts';

/** A store with a view that keeps what stands there. */
function openStore() {
  const store = new ToastStore();
  const standing = new Map<string, ShownToast>();
  store.attach({
    add: (id, toast) => void standing.set(id, toast),
    close: (id) => void standing.delete(id),
  });
  const read = () => [...standing.values()].map(({ title, count }) => [title, count]);
  return { store, standing, read };
}

it('merges toasts that say the same, and says how many they are', () => {
  const { store, read } = openStore();
  for (let at = 0; at < 3; at += 1) store.show({ kind: 'error', title: 'No answer' });
  store.show({ kind: 'error', title: 'Refused' });
  expect(read()).toEqual([
    ['No answer', 3],
    ['Refused', 1],
  ]);
});

it('counts what is of one cause in the words themselves', () => {
  const { store, read } = openStore();
  const title = (count: number) => (count > 1 ? `${count} fills` : 'Bought 1');
  store.show({ kind: 'own', cause: 'fills', title });
  expect(read()).toEqual([['Bought 1', 1]]);
  store.show({ kind: 'own', cause: 'fills', title, count: 4 });
  expect(read()).toEqual([['5 fills', 1]]);
});

it('keeps apart what offers something to press, and what is of another kind', () => {
  const { store, read } = openStore();
  const action = { label: 'Undo', onPress: () => {} };
  store.show({ kind: 'own', title: 'Order moved', action });
  store.show({ kind: 'own', title: 'Order moved', action });
  store.show({ kind: 'done', title: 'Order moved' });
  expect(read()).toHaveLength(3);
});

it('begins anew after the merged one went', () => {
  const { store, standing, read } = openStore();
  const first = store.show({ kind: 'done', title: 'Saved' });
  store.close(first);
  const second = store.show({ kind: 'done', title: 'Saved' });
  expect(second).not.toBe(first);
  // The view says that its time is over.
  store.forget(second);
  standing.clear();
  store.show({ kind: 'done', title: 'Saved' });
  expect(read()).toEqual([['Saved', 1]]);
});

it('merges what waits for the view', () => {
  const store = new ToastStore();
  store.show({ kind: 'done', title: 'Saved' });
  store.show({ kind: 'done', title: 'Saved' });
  const seen: ShownToast[] = [];
  store.attach({ add: (_, toast) => void seen.push(toast), close: () => {} });
  expect(seen).toEqual([{ kind: 'done', title: 'Saved', count: 2 }]);
});
