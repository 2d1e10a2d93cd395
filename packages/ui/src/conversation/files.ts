// Files between the browser and a call that has them in base64.

/** What a file holds, in base64. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

const keptMs = 1_000;

/** Let the browser save something under a name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** The same for what a call answered. @param file - data: base64. */
export function saveBase64(file: { name: string; type: string; data: string }): void {
  const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
  saveFile(file.name, new Blob([bytes], { type: file.type }));
}
