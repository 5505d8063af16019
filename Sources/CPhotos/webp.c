#include "shrink.h"

#include <stdlib.h>

#include <webp/decode.h>

static int status_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return CPHOTOS_DONE;
    case VP8_STATUS_OUT_OF_MEMORY: return CPHOTOS_NO_MEMORY;
    default: return CPHOTOS_BROKEN;
    }
}

// The edges of the picture that libwebp makes: at least twice as large as the one that is wanted where the photo is,
// because it shrinks less carefully.
static void choose_scale(WebPDecoderConfig *config, uint32_t side) {
    int width = config->input.width, height = config->input.height;
    int longest = width > height ? width : height;
    int wanted = (int)side * 2;
    if (longest <= wanted) return;
    int scaled_width = (int)((int64_t)width * wanted / longest), scaled_height = (int)((int64_t)height * wanted / longest);
    config->options.use_scaling = 1;
    config->options.scaled_width = scaled_width < 1 ? 1 : scaled_width;
    config->options.scaled_height = scaled_height < 1 ? 1 : scaled_height;
}

static int shrink_output(const WebPDecBuffer *output, uint32_t side, struct cphotos_picture *picture) {
    struct shrink shrink;
    uint32_t width = (uint32_t)output->width, height = (uint32_t)output->height;
    if (!shrink_begin(&shrink, width, height, side)) return CPHOTOS_NO_MEMORY;
    for (uint32_t y = 0; y < height; y++) {
        shrink_add(&shrink, y, 0, 1, width, output->u.RGBA.rgba + (size_t)y * (size_t)output->u.RGBA.stride, 4);
    }
    int status = shrink_end(&shrink, picture) ? CPHOTOS_DONE : CPHOTOS_NO_MEMORY;
    shrink_free(&shrink);
    return status;
}

int cphotos_decode_webp(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture
) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return CPHOTOS_BROKEN;
    int status = status_of(WebPGetFeatures(bytes, count, &config.input));
    if (status != CPHOTOS_DONE) return status;
    if (config.input.has_animation) return CPHOTOS_BROKEN;
    uint64_t width = (uint64_t)config.input.width, height = (uint64_t)config.input.height;
    if (!within_bounds(width, height, bounds)) return CPHOTOS_TOO_LARGE;
    // Without loss, and where something is transparent, all pixels are in memory at once, 5 bytes each; else a few rows.
    int is_lossy = config.input.format == 1 && !config.input.has_alpha;
    if (!is_lossy && width * height * 5 > bounds->memory) return CPHOTOS_TOO_LARGE;
    choose_scale(&config, bounds->side);
    config.output.colorspace = MODE_RGBA;
    status = status_of(WebPDecode(bytes, count, &config));
    if (status == CPHOTOS_DONE) status = shrink_output(&config.output, bounds->side, picture);
    WebPFreeDecBuffer(&config.output);
    return status;
}
