import type { ShownForApproval } from '@pontual/contract/approvals.ts';
import type { Form, Medium, PickedFile } from '../posts/create/form-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { editFormOf, type EditForm } from '../posts/edit/edit-form.ts';

/** A post as the preview shows it, of what somebody without an account is told of it. */
export function formShown({ post, place }: ShownForApproval): Form {
  const form = editFormOf({
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
    planB: null,
    awaiting: false,
    series: null,
  });
  return {
    ...asShown(form),
    place: place === null ? null : { id: '', name: place },
  };
}

/** A post of one's own, as the preview shows it. */
export const formOf = (post: Post): Form => asShown(editFormOf(post));

const asShown = (form: EditForm): Form => ({ ...form, files: form.files.map(asPicked) });

/** The preview reads no more of a file than its name. */
function asPicked(medium: Medium): PickedFile {
  return { ...medium, file: new File([], medium.file.name) };
}
