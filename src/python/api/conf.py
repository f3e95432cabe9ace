# SPDX-License-Identifier: Apache-2.0
# Makes the page of the API from the docstrings of the package that Python imports: python -m sphinx -W src/python/api FOLDER
import permeability

project = "permeability"
version = release = permeability.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
napoleon_google_docstring = False
napoleon_use_ivar = True  # attributes are members too
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"  # the text of each argument has its type
autodoc_class_signature = "separated"
html_theme_options = {"page_width": "1100px", "description": permeability.__doc__.split("\n")[0]}
html_show_sphinx = False
html_copy_source = False
