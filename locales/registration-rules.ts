/** Validation errors of forms that register a user or change one. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  rules: {
    mismatch: '两次密码不一致',
    username: {
      pattern: '请输入正确的用户名. 只能包含数字,字母,中文,且须以字母开头',
      taken: '用户名已被占用',
    },
    password2: { required: '请再次输入密码' },
    nickname: { max: '{{field}}不能超过{{limit}}个字符' },
  },
}

export const en: Messages<typeof zh> = {
  rules: {
    mismatch: 'The passwords do not match',
    username: {
      pattern:
        'Must start with a letter (A–Z) and contain only letters, digits and Chinese characters',
      taken: 'Username is already taken',
    },
    password2: { required: 'Enter the password again' },
    nickname: { max: '{{field}} must be {{limit}} characters or fewer' },
  },
}
