import type { WorkflowPrompt } from '#contracts/workflows.ts'

/** A render of a line drawing as ComfyUI exports it: numbered nodes, titles, a ControlNet, words of its own. */
export const OWN_RENDER: WorkflowPrompt = {
  '1': {
    class_type: 'CheckpointLoaderSimple',
    inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' },
    _meta: { title: 'Load Checkpoint' },
  },
  '2': {
    class_type: 'CLIPTextEncode',
    inputs: { text: 'a house', clip: ['1', 1] },
    _meta: { title: 'Positive' },
  },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['1', 1] } },
  '4': { class_type: 'LoadImage', inputs: { image: 'house.png' } },
  '5': {
    class_type: 'Canny',
    inputs: { image: ['4', 0], low_threshold: 0.2, high_threshold: 0.5 },
  },
  '6': {
    class_type: 'ControlNetLoader',
    inputs: { control_net_name: 'diffusers_xl_canny_full.safetensors' },
  },
  '7': {
    class_type: 'ControlNetApplyAdvanced',
    inputs: {
      ...{ positive: ['2', 0], negative: ['3', 0], control_net: ['6', 0], image: ['5', 0] },
      ...{ strength: 0.8, start_percent: 0, end_percent: 1 },
    },
  },
  '8': { class_type: 'VAEEncode', inputs: { pixels: ['4', 0], vae: ['1', 2] } },
  '9': {
    class_type: 'KSampler',
    inputs: {
      ...{ model: ['1', 0], positive: ['7', 0], negative: ['7', 1], latent_image: ['8', 0] },
      ...{ seed: 42, steps: 20, cfg: 6, sampler_name: 'euler', scheduler: 'normal', denoise: 0.6 },
    },
  },
  '10': { class_type: 'VAEDecode', inputs: { samples: ['9', 0], vae: ['1', 2] } },
  '11': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'ComfyUI' } },
}

/** A picture from words, whose model reads Chinese. */
export const OWN_TEXT: WorkflowPrompt = {
  '1': {
    class_type: 'UNETLoader',
    inputs: { unet_name: 'z_image_turbo_bf16.safetensors', weight_dtype: 'default' },
  },
  '2': { class_type: 'CLIPLoader', inputs: { clip_name: 'qwen_3_4b.safetensors', type: 'lumina2' } },
  '3': { class_type: 'VAELoader', inputs: { vae_name: 'ae.safetensors' } },
  '4': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['2', 0] } },
  '5': { class_type: 'ConditioningZeroOut', inputs: { conditioning: ['4', 0] } },
  '6': { class_type: 'EmptySD3LatentImage', inputs: { width: 1280, height: 720, batch_size: 1 } },
  '7': {
    class_type: 'KSampler',
    inputs: {
      ...{ model: ['1', 0], positive: ['4', 0], negative: ['5', 0], latent_image: ['6', 0] },
      ...{ seed: 1, steps: 8, cfg: 1, sampler_name: 'euler', scheduler: 'simple', denoise: 1 },
    },
  },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['7', 0], vae: ['3', 0] } },
  '9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'z' } },
}

/** An inpainting that takes its mask from what was painted on the picture in ComfyUI. */
export const OWN_FILL: WorkflowPrompt = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] } },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: 'text', clip: ['1', 1] } },
  '4': { class_type: 'LoadImage', inputs: { image: 'clipspace/painted.png' } },
  '5': {
    class_type: 'InpaintModelConditioning',
    inputs: {
      ...{ positive: ['2', 0], negative: ['3', 0], vae: ['1', 2], pixels: ['4', 0], mask: ['4', 1] },
      noise_mask: true,
    },
  },
  '6': {
    class_type: 'KSampler',
    inputs: {
      ...{ model: ['1', 0], positive: ['5', 0], negative: ['5', 1], latent_image: ['5', 2] },
      ...{ seed: 3, steps: 20, cfg: 6, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    },
  },
  '7': { class_type: 'VAEDecode', inputs: { samples: ['6', 0], vae: ['1', 2] } },
  '8': { class_type: 'PreviewImage', inputs: { images: ['7', 0] } },
}
