import { BookOpen, Layers, MessageCircle } from '@isobath/ui';
import type { ConsolePage } from '../../base/page.ts';
import { CategoriesPage } from './CategoriesPage.tsx';
import { ContentPage } from './ContentPage.tsx';
import { FeedbackPage } from './FeedbackPage.tsx';

/** Pages of what the house says and hears. */
export const contentPages: readonly ConsolePage[] = [
  {
    path: 'content',
    label: 'page.content',
    group: 'group.content',
    icon: BookOpen,
    permission: 'content.read',
    Page: ContentPage,
  },
  {
    path: 'categories',
    label: 'page.categories',
    group: 'group.content',
    icon: Layers,
    permission: 'content.read',
    Page: CategoriesPage,
  },
  {
    path: 'feedback',
    label: 'page.feedback',
    group: 'group.content',
    icon: MessageCircle,
    permission: 'desk.read',
    Page: FeedbackPage,
  },
];
