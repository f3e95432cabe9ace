# SPDX-License-Identifier: Apache-2.0
"""Images that are damaged or made to deceive. Each module makes those of one family of formats."""
