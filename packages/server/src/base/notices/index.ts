/** The notices room's door: messages to people, before they are put into words. */
export {
  type NoticeFacts,
  type NoticeKind,
  noticeModules,
  readKind,
} from './kinds.ts';
export {
  createNoticeStart,
  createNoticeWriter,
  type Notice,
  type StartNotices,
  type WriteNotice,
  writeNotices,
} from './notices.ts';
