// Addresses of the faces that the first picture needs; the bundler makes them equal to the theme's.
import textFace from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url';

/** For link elements that fetch a face before the styles ask for it: words and all digits. */
export const fontPreloads: readonly string[] = [textFace];
