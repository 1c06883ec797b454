import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { PostForm, FormFile, PickedFile } from '../../composer/form.rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { toEditForm, type EditForm } from '../../composer/edit-form.ts';

export function approvalPreviewForm({ post, location }: ApprovalPreview): PostForm {
  const form = toEditForm({
    ...post,
    _id: '',
    status: 'scheduled',
    createdAt: '',
    publishedAt: null,
    imageUrl: null,
    videoUrl: null,
    locationId: null,
    instagramAccountId: null,
    demo: false,
    ready: false,
    permalink: null,
    errorMessage: null,
    errorAction: null,
    forecastAt: null,
    manualPublishing: null,
    awaiting: false,
    series: null,
  });
  return {
    ...toForm(form),
    location: location === null ? null : { id: '', name: location },
  };
}

export const postPreviewForm = (post: Post): PostForm => toForm(toEditForm(post));

const toForm = (form: EditForm): PostForm => ({ ...form, files: form.files.map(toPickedFile) });

/** The preview reads only the name of a file. */
function toPickedFile(medium: FormFile): PickedFile {
  return { ...medium, file: new File([], medium.file.name) };
}
