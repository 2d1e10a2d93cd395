// Has the browser itself show a message while the page is out of sight. It asks for no permission:
// that is done by a press in the settings (BrowserNotifications.tsx). Called where messages arrive.
import { defineSetting, readSetting } from '../settings.ts';

/** Whether this browser shall show messages by itself. */
export const browserNotificationSetting = defineSetting('notices.browser', false);

/** What is shown. */
export interface BrowserNotification {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What a press on it does, once the page is in front again. */
  readonly onPress: () => void;
}

/**
 * Show it, if that is wanted, allowed and of use.
 *
 * @returns whether the browser took it.
 */
export function reportBrowser({ id, title, text, onPress }: BrowserNotification): boolean {
  const isOfUse = document.visibilityState === 'hidden' && readSetting(browserNotificationSetting);
  if (!isOfUse || !('Notification' in window)) return false;
  if (window.Notification.permission !== 'granted') return false;
  try {
    // Several open pages show one message once: its tag is the same.
    const shown = new window.Notification(title, { body: text, tag: `isobath-${id}` });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      onPress();
    });
    return true;
  } catch {
    // Browsers of phones know the permission but let only service workers use it.
    return false;
  }
}
