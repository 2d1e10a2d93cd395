// Which 512-tick pages one side of one ladder has in use, sorted by price. It holds no level: the
// ladder owns the pages. Few pages are in use at a time, so a sorted list is the fastest directory.

/** The sorted pages of one ladder side. */
export interface PageDirectory {
  /** Page numbers (price >> 9), rising. */
  pageNumbers: Int32Array;
  /** The pool's page at the same place. */
  pages: Int32Array;
  count: number;
}

/** An empty directory. */
export function createPageDirectory(): PageDirectory {
  return { pageNumbers: new Int32Array(8), pages: new Int32Array(8), count: 0 };
}

/**
 * Find the place of a page.
 *
 * @returns its index, or -1 - (the index where it belongs) when it is not in use.
 */
export function findPlace(directory: PageDirectory, pageNumber: number): number {
  const { pageNumbers } = directory;
  let low = 0;
  let high = directory.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = pageNumbers[middle];
    if (found === pageNumber) return middle;
    if (found < pageNumber) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

/** Put a page at the place that `findPlace` named. */
export function insertPage(directory: PageDirectory, pageNumber: number, page: number): void {
  const place = -1 - findPlace(directory, pageNumber);
  if (directory.count === directory.pageNumbers.length) growDirectory(directory);
  const { pageNumbers, pages } = directory;
  for (let at = directory.count; at > place; at -= 1) {
    pageNumbers[at] = pageNumbers[at - 1];
    pages[at] = pages[at - 1];
  }
  pageNumbers[place] = pageNumber;
  pages[place] = page;
  directory.count += 1;
}

/** Take a page out of use. */
export function removePage(directory: PageDirectory, pageNumber: number): void {
  const place = findPlace(directory, pageNumber);
  const { pageNumbers, pages } = directory;
  directory.count -= 1;
  for (let at = place; at < directory.count; at += 1) {
    pageNumbers[at] = pageNumbers[at + 1];
    pages[at] = pages[at + 1];
  }
}

function growDirectory(directory: PageDirectory): void {
  const pageNumbers = new Int32Array(directory.count * 2);
  const pages = new Int32Array(directory.count * 2);
  pageNumbers.set(directory.pageNumbers);
  pages.set(directory.pages);
  directory.pageNumbers = pageNumbers;
  directory.pages = pages;
}
